import { Pack } from '@anupalan/contract/proof/packs';
import type { LightMyRequestResponse } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import { z } from 'zod';
import type { TestApp } from '../../../test/harness.ts';
import { makeFiles } from '../prepared-files/make-files.ts';
import { createPackMaker } from './pack-maker.ts';

export const PERIOD = { from: '2026-09-01', to: '2026-11-30' };

const Manifest = z.object({
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string(), evidence: z.string().optional() })),
  missing: z.array(z.object({ path: z.string(), sha256: z.string() })),
  register: z.object({ lines: z.number(), gaps: z.number() }),
});

type Call = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<LightMyRequestResponse>;

/** Asks for a pack, has it made and fetches it. */
export async function makePack({ server, call }: { server: TestApp; call: Call }, wanted: object = PERIOD) {
  const asked = await call('POST', '/packs', wanted);
  expect(asked.statusCode, asked.body).toBe(201);
  const { _id: id } = Pack.parse(asked.json().data);
  await makeFiles(server.services, {
    ...{ makers: [createPackMaker(server.services)], heldSeconds: 30, isStopping: () => false },
  });
  const made = Pack.parse((await call('GET', `/packs/${id}`)).json().data);
  expect(made.state, made.fault ?? '').toBe('ready');
  const { address } = (await call('POST', `/packs/${id}/address`)).json().data;
  const zip = await server.call({ url: new URL(address).pathname });
  const files = unzipSync(new Uint8Array(zip.rawPayload));
  const textOf = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const manifest = Manifest.parse(JSON.parse(textOf('manifest.json')));
  const register = await readRegister(files['register.xlsx'] ?? new Uint8Array());
  return { id, made, zip, files, textOf, manifest, register };
}

/** The lines of a register: act, obligation, due day, standing. */
async function readRegister(bytes: Uint8Array): Promise<string[]> {
  const [sheet] = (await readXlsx(bytes)).sheets;
  const [titles = [], ...rows] = sheet?.rows ?? [];
  const at = ['Act', 'Obligation', 'Due', 'Standing'].map((title) => titles.indexOf(title));
  return rows.map((row) =>
    at.map((n) => (row[n] instanceof Date ? row[n].toISOString().slice(0, 10) : row[n])).join(' | '),
  );
}
