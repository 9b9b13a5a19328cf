import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { TestApp } from '../../../test/harness.ts';

/** The address at which assistants find a server; it listens on a port of its own from now on. */
export async function listenForAssistants({ app }: TestApp): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/mcp`;
}

export type Mode = 'legacy' | 'auto' | { pin: string };

/** The official client, connected with a token as bearer. */
export async function connect(address: string, token: string, mode: Mode = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}

const Told = z.array(z.object({ type: z.literal('text'), text: z.string() }));

/** What a tool answers: its data, or as `refused` why it did nothing. */
export async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: given });
  const text = Told.parse(result.content).map((part) => part.text);
  if (result.isError) return { refused: text.join() };
  const answer = z.record(z.string(), z.json()).parse(result.structuredContent);
  if (text.join() !== JSON.stringify(answer)) throw new Error('The text says something else than the data');
  return answer;
}
