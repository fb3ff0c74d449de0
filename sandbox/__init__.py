"""A local stand-in for Telegram: a strict Bot API, with simulated people on the other side.

| folder | content |
|---|---|
| `schema/` | the Bot API's methods, their parameters and the types of these |
| `api/` | what each method does |
| `acts/` | what people do: they write, press, come and go, in chats, groups, topics and inline mode |
| `world/` | the chats and messages, how they change, and their JSON for the bot and for people |
| `delivery/` | the queue of updates, fetched by the bot or pushed to its webhook |
| `page/` | the chat page, for a browser |
| `client/` | people as objects, for tests: `await alice.send("/play")`; it talks to a running sandbox over HTTP |

Beside them: the server (`server`) with its three APIs (`bot_api`, `people_api`, `control`), the state of a running
sandbox (`state`), and modules that several folders use.
"""
