/** Assistant with what to do so that it finds the company, and the text to copy for that. */
export interface SetUp {
  /** One word, as a part of ids on the page. */
  readonly key: string;
  readonly name: string;
  readonly steps: string;
  readonly text: string;
}

const TOKEN = 'Bearer anu_…';

const BRIDGE = ['-y', 'mcp-remote'];

/** How the bridge goes to an address: without trying what the server doesn't speak, and unencrypted only where it has to. */
function waysTo(address: string): string[] {
  const { protocol, hostname } = new URL(address);
  const isOfThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return ['--transport', 'http-only', ...(protocol === 'http:' && !isOfThisMachine ? ['--allow-http'] : [])];
}

/** Assistants that sign in with a header, or by a bridge that does (R-tokens-9); `address` is that of `POST /api/mcp`. */
export function listSetUps(address: string): readonly SetUp[] {
  return [
    {
      key: 'claude-code',
      name: 'Claude Code',
      steps: 'Run this once in a terminal, with your token in place of anu_…',
      text: `claude mcp add --transport http anupalan ${address} --header "Authorization: ${TOKEN}"`,
    },
    {
      key: 'cursor',
      name: 'Cursor',
      steps: 'Put this into the file .cursor/mcp.json in your home folder, with your token in place of anu_…',
      text: toText({ url: address, headers: { Authorization: TOKEN } }),
    },
    {
      key: 'claude-desktop',
      name: 'Claude Desktop',
      steps:
        'In Settings, Developer, choose Edit Config and put this into the file, with your token in place of anu_…; it needs Node.js. Then start Claude Desktop again.',
      text: toText({
        command: 'npx',
        args: [...BRIDGE, address, '--header', `Authorization:\${AUTHORIZATION}`, ...waysTo(address)],
        env: { AUTHORIZATION: TOKEN },
      }),
    },
  ];
}

function toText(anupalan: object): string {
  return JSON.stringify({ mcpServers: { anupalan } }, null, 2);
}
