"""Telegram on your own machine: a strict stand-in for the Bot API, with people to play the other side.

| room | what lives there |
|---|---|
| `schema/` | the Bot API's methods, their parameters, and what may stand in each |
| `api/` | what each method does |
| `acts/` | what people do: they write, press, come and go, in chats, groups, topics and inline mode |
| `world/` | the chats and messages, how they change, and their JSON for the bot and for people |
| `delivery/` | the queue of updates, fetched by the bot or pushed to its webhook |
| `page/` | the chat page, for a browser |
| `client/` | people as objects, for tests: `await alice.send("/play")`; it talks to a running sandbox over HTTP |

Beside them stand the server (`server`) with its three sides (`bot_api`, `people_api`, `control`), all that a running
sandbox holds (`state`), and what several rooms share.
"""
