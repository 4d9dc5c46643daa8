"""An agent of a2a-sdk, which answers with A2UI. Prints its port, and then a line for each message that it receives.

It has a card for each version of A2A, with and without streams: /1.0-stream, /1.0-send, /0.3-stream and /0.3-send.
"""

import json
import socket
import sys

import uvicorn
from a2a.helpers.proto_helpers import new_data_part, new_message, new_task_from_user_message, new_text_part
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import a2a_pb2 as a2a
from google.protobuf.json_format import MessageToDict, ParseDict
from starlette.applications import Starlette

V0_9 = 'https://a2ui.org/a2a-extension/a2ui/v0.9'
CATALOG = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'


def a2ui(messages, mime_type='application/json+a2ui'):
    part = new_data_part(messages)
    part.metadata['mimeType'] = mime_type
    return part


def created(surface):
    return [
        {'version': 'v0.9', 'createSurface': {'surfaceId': surface, 'catalogId': CATALOG, 'sendDataModel': True}},
        {'version': 'v0.9', 'updateComponents': {'surfaceId': surface, 'components': [
            {'id': 'root', 'component': 'Text', 'text': {'path': '/said'}},
        ]}},
    ]


class Clerk(AgentExecutor):
    async def execute(self, context, event_queue):
        message = MessageToDict(context.message)
        print(json.dumps({'message': message, 'extensions': sorted(context.requested_extensions)}), flush=True)
        text = context.get_user_input()
        parts = []
        for part in message['parts']:
            data = part.get('data')
            for sent in data if isinstance(data, list) else [data] if data else []:
                action = sent['action']
                update = {'surfaceId': action['surfaceId'], 'path': '/said', 'value': action['name']}
                parts.append(a2ui([{'version': 'v0.9', 'updateDataModel': update}], 'application/a2ui+json'))
        if text.startswith('message '):
            parts += [a2ui(created(text.removeprefix('message '))), new_text_part('shown')]
        if not text.startswith('task '):
            answer = new_message(parts or [new_text_part('nothing')], context_id=context.context_id)
            await event_queue.enqueue_event(answer)
            return
        task = context.current_task or new_task_from_user_message(context.message)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        first, second = created(text.removeprefix('task '))
        await updater.update_status(a2a.TaskState.TASK_STATE_WORKING, updater.new_agent_message([a2ui([first])]))
        await updater.add_artifact([a2ui([second])], last_chunk=True)
        await updater.add_artifact([new_text_part('sho')], artifact_id='text', append=False)
        await updater.add_artifact([new_text_part('wn')], artifact_id='text', append=True, last_chunk=True)
        await updater.complete()

    async def cancel(self, context, event_queue):
        raise NotImplementedError


def card(url, version, streaming):
    return ParseDict({
        'name': 'Clerk', 'description': 'Shows things', 'version': '1',
        'supportedInterfaces': [{'url': url, 'protocolBinding': 'JSONRPC', 'protocolVersion': version}],
        'capabilities': {'streaming': streaming, 'extensions': [{'uri': V0_9}]},
        'defaultInputModes': ['text/plain'], 'defaultOutputModes': ['text/plain'],
        'skills': [{'id': 's', 'name': 's', 'description': 's', 'tags': []}],
    }, a2a.AgentCard())


def main():
    listener = socket.socket()
    listener.bind(('127.0.0.1', 0))
    url = f'http://127.0.0.1:{listener.getsockname()[1]}/'
    handler = DefaultRequestHandler(Clerk(), InMemoryTaskStore(), card(url, '1.0', True))
    routes = create_jsonrpc_routes(handler, '/', enable_v0_3_compat=True)
    for version in ('1.0', '0.3'):
        for name, streaming in (('stream', True), ('send', False)):
            path = f'/{version}-{name}/.well-known/agent-card.json'
            routes += create_agent_card_routes(card(url, version, streaming), card_url=path)
    print(json.dumps({'url': url}), flush=True)
    uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level='error')).run(sockets=[listener])


sys.exit(main())
