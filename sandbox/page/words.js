// The page's own words in the language of the person one is. A language without words of its own gets English.

const EN = {
  people: "People", chats: "Chats", messages: "Messages", connecting: "Connecting…", menu: "Menu", back: "Back",
  addPerson: "Add a person", name: "Name", language: "Language", add: "Add", cancel: "Cancel", ok: "OK", close: "Close",
  newGroup: "New group", title: "Title", members: "Members", withBot: "With the bot", create: "Create",
  privacy: "Privacy mode", privacyHelp: "Should the bot in groups hear only commands and replies to it?",
  privacyOn: "Only commands and replies", privacyOff: "Every message",
  bot: "bot", you: "You", typing: "typing…", sendingPhoto: "sending a photo…", draft: "Draft", photo: "Photo", sticker: "Sticker", file: "File",
  nobody: "Nobody is here yet", nobodyHelp: "Add a person to talk to the bot.", pickChat: "Choose a chat to start talking",
  noMessages: "No messages here yet", whatCan: "What can this bot do?", start: "Start", restart: "Restart",
  write: "Message", writeAs: "Message as the group", sendIt: "Send", save: "Save", attach: "Attach", sendPhoto: "Send a photo",
  sendSticker: "Send 👍", commands: "Commands", reply: "Reply", edit: "Edit", copy: "Copy", remove: "Delete", editing: "Edit message",
  edited: "edited", copied: "Copied", newer: "To the newest messages", newMessages: "new", deleted: "Deleted message", more: "More",
  block: "Block the bot", unblock: "Unblock the bot", groupMembers: "Members", addBot: "Add the bot", removeBot: "Remove the bot",
  upgrade: "Make it a supergroup", anonymous: "Write as anonymous admin", notAnonymous: "Write as myself",
  today: "Today", noAnswer: "The bot did not answer", chooseChat: "Choose a chat", spoiler: "Hidden text", unread: "unread",
  openLink: "Open this link?", open: "Open", messageActions: "Message actions",
  memberCount: { one: "{n} member", other: "{n} members" },
};

const UK = {
  people: "Люди", chats: "Чати", messages: "Повідомлення", connecting: "З’єднання…", menu: "Меню", back: "Назад",
  addPerson: "Додати людину", name: "Ім’я", language: "Мова", add: "Додати", cancel: "Скасувати", ok: "Гаразд", close: "Закрити",
  newGroup: "Нова група", title: "Назва", members: "Учасники", withBot: "Разом із ботом", create: "Створити",
  privacy: "Режим приватності", privacyHelp: "Чи має бот у групах чути лише команди та відповіді йому?",
  privacyOn: "Лише команди та відповіді", privacyOff: "Усі повідомлення",
  bot: "бот", you: "Ви", typing: "пише…", sendingPhoto: "надсилає фото…", draft: "Чернетка", photo: "Фото", sticker: "Наліпка", file: "Файл",
  nobody: "Тут ще нікого немає", nobodyHelp: "Додайте людину, щоб поговорити з ботом.", pickChat: "Виберіть чат, щоб почати розмову",
  noMessages: "Тут ще немає повідомлень", whatCan: "Що вміє цей бот?", start: "Почати", restart: "Перезапустити",
  write: "Повідомлення", writeAs: "Повідомлення від імені групи", sendIt: "Надіслати", save: "Зберегти", attach: "Прикріпити",
  sendPhoto: "Надіслати фото", sendSticker: "Надіслати 👍", commands: "Команди", reply: "Відповісти", edit: "Редагувати", copy: "Копіювати",
  remove: "Видалити", editing: "Редагування", edited: "змінено", copied: "Скопійовано", newer: "До найновіших повідомлень", newMessages: "нових",
  deleted: "Видалене повідомлення", more: "Більше", block: "Заблокувати бота", unblock: "Розблокувати бота", groupMembers: "Учасники",
  addBot: "Додати бота", removeBot: "Вилучити бота", upgrade: "Зробити супергрупою", anonymous: "Писати як анонімний адмін",
  notAnonymous: "Писати від себе", today: "Сьогодні", noAnswer: "Бот не відповів", chooseChat: "Виберіть чат", spoiler: "Прихований текст",
  unread: "непрочитаних", openLink: "Відкрити це посилання?", open: "Відкрити", messageActions: "Дії з повідомленням",
  memberCount: { one: "{n} учасник", few: "{n} учасники", many: "{n} учасників", other: "{n} учасника" },
};

const RU = {
  people: "Люди", chats: "Чаты", messages: "Сообщения", connecting: "Соединение…", menu: "Меню", back: "Назад",
  addPerson: "Добавить человека", name: "Имя", language: "Язык", add: "Добавить", cancel: "Отмена", ok: "Хорошо", close: "Закрыть",
  newGroup: "Новая группа", title: "Название", members: "Участники", withBot: "Вместе с ботом", create: "Создать",
  privacy: "Режим приватности", privacyHelp: "Должен ли бот в группах слышать только команды и ответы ему?",
  privacyOn: "Только команды и ответы", privacyOff: "Все сообщения",
  bot: "бот", you: "Вы", typing: "печатает…", sendingPhoto: "отправляет фото…", draft: "Черновик", photo: "Фото", sticker: "Стикер", file: "Файл",
  nobody: "Здесь пока никого нет", nobodyHelp: "Добавьте человека, чтобы поговорить с ботом.", pickChat: "Выберите чат, чтобы начать разговор",
  noMessages: "Здесь пока нет сообщений", whatCan: "Что умеет этот бот?", start: "Начать", restart: "Перезапустить",
  write: "Сообщение", writeAs: "Сообщение от имени группы", sendIt: "Отправить", save: "Сохранить", attach: "Прикрепить",
  sendPhoto: "Отправить фото", sendSticker: "Отправить 👍", commands: "Команды", reply: "Ответить", edit: "Изменить", copy: "Копировать",
  remove: "Удалить", editing: "Редактирование", edited: "изменено", copied: "Скопировано", newer: "К новым сообщениям", newMessages: "новых",
  deleted: "Удалённое сообщение", more: "Ещё", block: "Заблокировать бота", unblock: "Разблокировать бота", groupMembers: "Участники",
  addBot: "Добавить бота", removeBot: "Убрать бота", upgrade: "Сделать супергруппой", anonymous: "Писать как анонимный админ",
  notAnonymous: "Писать от себя", today: "Сегодня", noAnswer: "Бот не ответил", chooseChat: "Выберите чат", spoiler: "Скрытый текст",
  unread: "непрочитанных", openLink: "Открыть эту ссылку?", open: "Открыть", messageActions: "Действия с сообщением",
  memberCount: { one: "{n} участник", few: "{n} участника", many: "{n} участников", other: "{n} участника" },
};

const DICTIONARIES = { en: EN, uk: UK, ru: RU };
let language = "en";

/** Chooses the language of all words from now on. */
export function speak(wished) {
  const base = (wished ?? "en").split("-")[0];
  language = base in DICTIONARIES ? base : "en";
  document.documentElement.lang = language;
}

export const w = (key) => DICTIONARIES[language][key];
export const spoken = () => language;

/** "3 members", in the grammar of the language. */
export function counted(key, n) {
  const forms = w(key);
  return (forms[new Intl.PluralRules(language).select(n)] ?? forms.other).replace("{n}", n);
}
