import type { Call } from '@anupalan/contract/wire/call';
import { canCall } from '@anupalan/domain/permissions';
import { type Scope, scopeOf } from '@anupalan/domain/permissions/scopes';
import type { JSONObject } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { type Arguments, callRoute, fieldsOf, type ToolCaller, ToolRefusal } from './call-route.ts';

/** Something that an assistant may do. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The calls that it makes, from which its scopes follow. */
  readonly calls: readonly Call[];
  /** Its arguments, as JSON Schema. */
  readonly inputSchema: {
    type: 'object';
    properties: Record<string, JSONObject>;
    required?: string[];
    additionalProperties: false;
  };
  /** Names that arguments had before, which are taken still. */
  readonly formerNames?: readonly string[];
  /** Whether it records something, or only reads. */
  readonly writes: boolean;
  /** Whether what it records takes back something else. */
  readonly takesBack?: boolean;
  /** Does it. @throws ToolRefusal, also for arguments of another form */
  readonly run: (caller: ToolCaller, given: Arguments) => Promise<object>;
}

/** The scopes of a tool; null stands for a call that no token makes. */
export function scopesOf({ calls }: Pick<Tool, 'calls'>): (Scope | null)[] {
  return [...new Set(calls.map(({ access }) => (access === 'public' ? null : scopeOf(access))))];
}

/** Whether a token can use a tool, by its scopes and its person's role: others are not listed. */
export function mayUse(session: Session, { calls }: Pick<Tool, 'calls'>): boolean {
  return calls.every(({ access }) => {
    if (access === 'public') return true;
    const scope = scopeOf(access);
    return scope !== null && session.token?.scopes.includes(scope) === true && canCall(actorOf(session), access);
  });
}

interface Wording {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Words for arguments, by name. */
  readonly words?: Readonly<Record<string, string>>;
}

interface OfCall extends Wording {
  readonly takesBack?: boolean;
  /** What the answer becomes; the answer without its envelope unless said otherwise. */
  readonly present?: (body: unknown) => object;
  /** Fields of the call that an assistant has no use for. */
  readonly without?: readonly string[];
  /** What the call is given besides the arguments. */
  readonly fixed?: (session: Session) => Arguments;
  /** Fields of the call that tools name otherwise: the same thing has one name in all of them. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/** The tool of one call of the contract: its arguments are the call's own fields, by the call's own schemas. */
export function toolOf(
  call: Call,
  { words = {}, present = unwrap, without = [], fixed, renamed = {}, ...tool }: OfCall,
): Tool {
  const parts = [call.params, call.query, call.body].filter((part) => part !== undefined);
  const schemas = parts.map((part) => describeArguments(part, words, ['userId', ...without]));
  const nameOf = (field: string) => renamed[field] ?? field;
  const properties = schemas.flatMap((schema) => Object.entries(schema.properties));
  const required = schemas.flatMap((schema) => schema.required ?? []).map(nameOf);
  const fieldOf = new Map(Object.entries(renamed).map(([field, name]) => [name, field]));
  return {
    ...tool,
    calls: [call],
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(properties.map(([field, schema]) => [nameOf(field), schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    formerNames: Object.keys(renamed),
    writes: call.method !== 'GET',
    run: async (caller, given) => {
      const fields = Object.fromEntries(
        Object.entries(given).map(([name, value]) => [fieldOf.get(name) ?? name, value]),
      );
      return present(await callRoute(caller, call, { ...fields, ...fixed?.(caller.session) }));
    },
  };
}

/** A tool with arguments of its own, over several calls. */
export function toolOver<const Form extends z.ZodObject>(
  calls: readonly Call[],
  form: Form,
  { words = {}, run, ...tool }: Wording & { run: (caller: ToolCaller, given: z.output<Form>) => Promise<object> },
): Tool {
  return {
    ...tool,
    calls,
    inputSchema: { type: 'object', ...describeArguments(form, words), additionalProperties: false },
    writes: false,
    run: async (caller, given) => {
      const { data, error } = form.safeParse(given);
      if (error) throw new ToolRefusal(error.issues.map(({ message }) => message).join('\n'));
      return await run(caller, data);
    },
  };
}

const Described = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.json())).default({}),
  required: z.array(z.string()).optional(),
});

/** The arguments of a part of a call; whom it is made for is the token's person, always. */
function describeArguments(
  part: NonNullable<Call['query']>,
  words: Readonly<Record<string, string>>,
  without: readonly string[] = [],
) {
  const { properties, required } = Described.parse(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
  const names = fieldsOf(part).filter((name) => !without.includes(name));
  const needed = required?.filter((name) => names.includes(name)) ?? [];
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, { ...properties[name], ...(words[name] && { description: words[name] }) }]),
    ),
    ...(needed.length > 0 && { required: needed }),
  };
}

const Enveloped = z.looseObject({ status: z.unknown() });

function unwrap(body: unknown): object {
  const { status: _, ...rest } = Enveloped.parse(body);
  return rest;
}
