import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@anupalan/contract/wire/call';

const CONTRACT = join(import.meta.dirname, '../packages/contract/src');

/** All calls of the contract, by method and path, in their order; a new one can't be forgotten. */
export async function listCalls(): Promise<Call[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file)).sort();
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(CONTRACT, file))));
  return modules
    .flatMap((module) => Object.values(module).filter(isCall))
    .sort((one, other) => nameCall(one).localeCompare(nameCall(other)));
}

export function nameCall({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answers' in value;
}
