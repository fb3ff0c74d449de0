// Line icons on a 24 × 24 grid.

const PATHS = {
  app: "M4 5h16v14H4zM4 9h16",
  reload: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5M17.5 3v4h-4",
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M11 5l-7 7 7 7M4.5 12H20",
  more: "M12 5.6v.01M12 12v.01M12 18.4v.01",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  send: "M3.5 4.5L21 12 3.5 19.5 5 13.5 13 12 5 10.5z",
  clip: "M20 11.5l-8 8a5 5 0 0 1-7.1-7.1l8.3-8.3a3.4 3.4 0 0 1 4.8 4.8l-8.3 8.2a1.7 1.7 0 0 1-2.4-2.4l7.7-7.6",
  reply: "M10 6L4 12l6 6M4.5 12H14a6 6 0 0 1 6 6v1",
  edit: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  down: "M12 5v13M6 12.5l6 6 6-6",
  check: "M4.5 12.5l5 5 10-11",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  link: "M8 16L17 7M9 7h8v8",
  group: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.3.8 3.5 2.6 3.5 5.5",
  shield: "M12 3l7.5 3v6c0 5-4 8-7.5 9-3.5-1-7.5-4-7.5-9V6z",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9 10v.01M15 10v.01M8.5 14.5c2 2.5 5 2.5 7 0",
  photo: "M3.5 5h17v14h-17zM4 17l5-5.5 4 4 3-3 4.5 4.5M15.5 9v.01",
  up: "M12 19V6M6 11.5l6-6 6 6",
  ban: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM6 6l12 12",
  bot: "M5 8.5h14V19H5zM12 8.5V5M9.5 13v1.5M14.5 13v1.5M2.5 12.5v3M21.5 12.5v3M12 4.5v.01",
  mask: "M3 9c3-2 6-2 9 0 3-2 6-2 9 0 0 6-2.5 8.5-5 8.5-2 0-3-1.5-4-2.5-1 1-2 2.5-4 2.5C5.5 17.5 3 15 3 9zM7.5 12h2M14.5 12h2",
  forward: "M14 6l6 6-6 6M19.5 12H10a6 6 0 0 0-6 6v1",
  at: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM16 8v5.5a2.2 2.2 0 0 0 4.4 0V12a8.4 8.4 0 1 0-3.6 6.9",
  pin: "M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V21",
  topics: "M4 5h11v8H9l-5 4zM17 9h3.5v11L16 17h-5.5v-2",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  hash: "M9.5 4L7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c0-4.5 3.5-6.5 7.5-6.5s7.5 2 7.5 6.5",
};

/** The icon as an element that assistive technology passes over. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
