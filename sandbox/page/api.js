// What a person can do, as requests. A refusal raises Refused with the server's words.

export class Refused extends Error {}

async function post(path, body) {
  let response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refused("The sandbox cannot be reached");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error ?? `HTTP ${response.status}`);
  return answer;
}

export const addPerson = (name, language) => post("/people", { name, language });
export const send = (person, chat, content) => post(`/people/${person}/send`, { chat, ...content });
export const forward = (person, { chat: from_chat, id: message }, chat, topic) =>
  post(`/people/${person}/forward`, { chat, topic, from_chat, message });
export const edit = (person, chat, message, text) => post(`/people/${person}/edit`, { chat, message, text });
export const press = (person, chat, message, data) => post(`/people/${person}/press`, { chat, message, data });
export const openApp = (person, how) => post(`/people/${person}/app`, how);
export const allow = (person) => post(`/people/${person}/allow`, {});
export const meet = (person, other) => post(`/people/${person}/meet`, { person: other });
export const open = (person, link) => post(`/people/${person}/open`, { link });
export const askInline = (person, chat, text) => post(`/people/${person}/inline`, { chat, text });
export const choose = (person, chat, query, result, more) =>
  post(`/people/${person}/choose`, { chat, query, result, ...more });
export const remove = (person, chat, message) => post(`/people/${person}/delete`, { chat, message });
export const clear = (person, chat) => post(`/people/${person}/clear`, { chat });
export const block = (person, blocked) => post(`/people/${person}/block`, { blocked });
export const makeGroup = (title, people, bot) => post("/groups", { title, people, bot });
export const setMember = (group, person, present) => post(`/groups/${group}/members`, { person, present });
export const setAdmin = (group, person, admin, by) => post(`/groups/${group}/admins`, { person, admin, by });
export const setBot = (group, present, by) => post(`/groups/${group}/bot`, { present, by });
export const promoteBot = (group, admin, by) => post(`/groups/${group}/bot`, { present: true, admin, by });
export const migrate = (group) => post(`/groups/${group}/migrate`, {});
export const setForum = (group, on) => post(`/groups/${group}/forum`, { on });
export const addTopic = (group, name, by) => post(`/groups/${group}/topics`, { name, by });
export const closeTopic = (group, topic, closed, by) => post(`/groups/${group}/topics/close`, { topic, closed, by });
export const deleteTopic = (group, topic) => post(`/groups/${group}/topics/delete`, { topic });
export const setInline = (on, feedback) => post("/control/inline", { on, feedback });
export const skipDay = () => post("/control/tomorrow", {});
export const setGuests = (on) => post("/control/guests", { on });
export const setPrivacy = (on) => post("/control/privacy", { on });
