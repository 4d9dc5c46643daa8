"""The client of a2a-sdk in one version of A2A. Reads a command per line, and answers each with a line."""

import asyncio
import json
import sys

import httpx
from a2a.client import ClientConfig, ClientFactory
from a2a.client.card_resolver import A2ACardResolver
from a2a.client.client import ClientCallContext
from a2a.types import a2a_pb2 as a2a
from google.protobuf.json_format import MessageToDict, ParseDict


def message_of(command):
    message = a2a.Message(message_id=command['id'], role=a2a.Role.ROLE_USER, context_id=command.get('context', ''))
    for part in command['parts']:
        message.parts.append(ParseDict(part, a2a.Part()))
    if 'metadata' in command:
        ParseDict(command['metadata'], message.metadata)
    return message


async def main(url, version):
    http = httpx.AsyncClient(timeout=30)
    card = await A2ACardResolver(http, url).get_agent_card()
    others = [interface for interface in card.supported_interfaces if interface.protocol_version != version]
    for interface in others:
        card.supported_interfaces.remove(interface)
    clients = {}
    for streaming in (True, False):
        clients[streaming] = ClientFactory(ClientConfig(httpx_client=http, streaming=streaming)).create(card)

    async def run(command):
        context = ClientCallContext(service_parameters={'A2A-Extensions': command.get('extensions', '')})
        events = []
        if command['do'] == 'get':
            task = await clients[True].get_task(a2a.GetTaskRequest(id=command['task']), context=context)
            return [{'task': MessageToDict(task)}]
        if command['do'] == 'subscribe':
            replies = clients[True].subscribe(a2a.SubscribeToTaskRequest(id=command['task']), context=context)
        else:
            request = a2a.SendMessageRequest(message=message_of(command))
            replies = clients[command['do'] != 'send'].send_message(request, context=context)
        async for reply in replies:
            events.append(MessageToDict(reply))
            # The client leaves after the first event.
            if command['do'] == 'begin':
                await replies.aclose()
                break
        return events

    lines = asyncio.get_running_loop()
    print(json.dumps({'interfaces': len(card.supported_interfaces)}), flush=True)
    while line := await lines.run_in_executor(None, sys.stdin.readline):
        try:
            answer = {'events': await run(json.loads(line))}
        except Exception as error:  # The test names the error that it expects.
            answer = {'error': type(error).__name__, 'message': str(error)}
        print(json.dumps(answer), flush=True)


asyncio.run(main(*sys.argv[1:]))
