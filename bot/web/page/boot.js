// Runs before all else, and in old browsers: if a file of the page is missing or broken, the shell is loaded once more
// (a deploy may have come in between), and then the words in it are shown at once.
(function () {
  "use strict";
  var KEY = "shell-again";
  window.addEventListener("error", function () {
    var root = document.documentElement;
    var again = true;
    if (root.hasAttribute("data-shows")) return; // main.js runs, and sees to what is shown
    try {
      again = Boolean(sessionStorage.getItem(KEY));
      sessionStorage.setItem(KEY, "1");
    } catch (refused) { /* without a memory it could go on for ever */ }
    if (again) root.setAttribute("data-shows", "words");
    else location.reload();
  }, true);
})();
