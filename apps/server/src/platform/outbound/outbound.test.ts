import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOST, openInternet, PUBLIC, type TestInternet } from './internet.fixture.ts';
import { createOutbound } from './outbound.ts';
import { isPublicAddress, isPublicName } from './public-address.ts';

let internet: TestInternet;

beforeAll(async () => {
  internet = await openInternet();
});

beforeEach(() => {
  internet.got.length = 0;
  internet.asked.length = 0;
  internet.reached.length = 0;
  internet.names.set(HOST, [[PUBLIC]]);
  internet.answer((_request, response) => void response.writeHead(204).end());
});

afterEach(() => vi.unstubAllEnvs());

afterAll(() => internet.close());

const call = (address = `https://${HOST}/in?a=b`) =>
  internet.outbound.post({ address, headers: { 'Content-Type': 'application/json' }, body: '{"é":1}' });

describe('addresses', () => {
  test.each(['8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.9.9',
    ],
    ...['192.168.1.1', '100.64.0.1', '100.100.100.200', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.7'],
    ...['203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1', '168.63.129.16'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '3fff::1', '5f00::1', '100::1'],
    ...['4000::1', '2606:4700::5efe:7f00:1', '2606:4700::200:5efe:10.0.0.1', '', 'localhost', '8.8.8', '8.8.8.8.'],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each([
    'localhost',
    'a.localhost',
    'localhost.',
    'intranet',
    'printer.local',
    'metadata.google.internal',
    'x.lan',
  ])('the name %s is not', (name) => expect(isPublicName(name)).toBe(false));
});

describe('what may be called', () => {
  test.each([
    ...[`http://${HOST}/`, `https://${HOST}:8443/`, `https://user@${HOST}/`, `https://:secret@${HOST}/`],
    ...['ftp://hooks.example.com/', 'file:///etc/passwd', '//hooks.example.com/', 'nonsense', ''],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f.0.0.1/', 'https://0177.0.0.1/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[64:ff9b::a00:1]/', 'https://169.254.169.254/latest'],
    ...['https://localhost/', 'https://LOCALHOST./', 'https://１２７.0.0.1/', 'https://192.168.1.1/'],
  ])('%s is refused before a socket is opened', async (address) => {
    expect(await internet.outbound.isAllowed(address)).toBe(false);
    expect(await call(address)).toMatchObject({ fault: 'address' });
    expect(internet.reached).toEqual([]);
  });

  test.each([
    [['10.0.0.1']],
    [[PUBLIC, '127.0.0.1']],
    [[PUBLIC, '::ffff:10.0.0.1']],
    [['2606:4700:4700::1111', 'fe80::1']],
  ])('a name with the addresses %j is refused', async (addresses) => {
    internet.names.set(HOST, [addresses]);
    expect(await internet.outbound.isAllowed(`https://${HOST}/`)).toBe(false);
    expect(await call()).toMatchObject({ fault: 'address' });
    expect([internet.got, internet.reached]).toEqual([[], []]);
  });

  test('a name that can’t be resolved may be called later', async () => {
    expect(await internet.outbound.isAllowed('https://gone.example.com/')).toBe(true);
    expect(await call('https://gone.example.com/')).toMatchObject({ fault: 'name' });
  });

  test('a name that changes its answer leads nowhere else: it is asked for once a call', async () => {
    internet.names.set(HOST, [[PUBLIC], ['127.0.0.1']]);
    expect(await call()).toMatchObject({ status: 204 });
    expect([internet.asked, internet.reached]).toEqual([[HOST], [[PUBLIC]]]);
    expect(await call()).toMatchObject({ fault: 'address' });
    expect(internet.got).toHaveLength(1);
  });
});

describe('a call', () => {
  test('sends what it is given, by the name of the host', async () => {
    expect(await call()).toMatchObject({ status: 204, ms: expect.any(Number) });
    expect(internet.got).toEqual([
      {
        path: '/in?a=b',
        headers: expect.objectContaining({
          host: expect.stringContaining(HOST),
          'content-type': 'application/json',
          'content-length': '8',
          'accept-encoding': 'identity',
        }),
        body: Buffer.from('{"é":1}'),
      },
    ]);
  });

  test('to a certificate of another name is none, whatever variables say', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    internet.names.set('other.example.com', [[PUBLIC]]);
    expect(await call('https://other.example.com/')).toMatchObject({ fault: 'certificate' });
    const stranger = await openInternet();
    // The stranger's server has a certificate that this client's authorities don't know.
    const untrusted = createOutbound({
      resolve: async () => [PUBLIC],
      route: () => ({ addresses: ['127.0.0.1'], port: stranger.port }),
    });
    const outcome = await untrusted.post({ address: `https://${HOST}/`, headers: {}, body: '' });
    expect(outcome).toMatchObject({ fault: 'certificate' });
    expect([internet.got, stranger.got]).toEqual([[], []]);
    await stranger.close();
  });

  test('goes by no proxy of the environment', async () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) vi.stubEnv(name, 'http://127.0.0.1:9');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await call()).toMatchObject({ status: 204 });
  });

  test('follows no redirect', async () => {
    internet.answer((_request, response) => {
      response.writeHead(302, { location: 'https://127.0.0.1/latest/meta-data' }).end();
    });
    expect(await call()).toMatchObject({ status: 302 });
    expect([internet.got.length, internet.asked.length]).toEqual([1, 1]);
  });

  test('reads 100 KB of an answer of 10 MB, and no more', async () => {
    const closed = Promise.withResolvers<void>();
    let sent = 0;
    internet.answer((_request, response) => {
      response.once('close', closed.resolve);
      const send = () => {
        while (!response.destroyed && sent < 10 * 1024 * 1024) {
          sent += 64 * 1024;
          if (!response.write(Buffer.alloc(64 * 1024, 'x'))) return void response.once('drain', send);
        }
        response.end();
      };
      send();
    });
    const outcome = await call();
    expect(outcome).toMatchObject({ status: 200 });
    expect('body' in outcome && outcome.body.length).toBe(100 * 1024);
    await closed.promise;
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  });

  test('that is reset, or answered by nonsense, has no connection', async () => {
    internet.answer((request) => void request.socket.destroy());
    expect(await call()).toMatchObject({ fault: 'connection' });
    internet.answer((request) => void request.socket.end('220 mail.example.com ESMTP\r\n'));
    expect(await call()).toMatchObject({ fault: 'connection' });
  });
});

describe('a call ends in its time', () => {
  let hurried: TestInternet;

  beforeAll(async () => {
    hurried = await openInternet({ patience: 300 });
  });

  afterAll(() => hurried.close());

  const send = () => hurried.outbound.post({ address: `https://${HOST}/`, headers: {}, body: '' });

  test.each([
    ['is never answered', () => {}],
    [
      'is answered by a head alone',
      (response: { writeHead(status: number): { flushHeaders(): void } }) => response.writeHead(200).flushHeaders(),
    ],
  ])('that %s', async (_name, answer) => {
    hurried.answer((_request, response) => void answer(response));
    expect(await send()).toMatchObject({ fault: 'time' });
  });

  test('whose name is never resolved', async () => {
    const outbound = hurried.withResolver(() => new Promise(() => {}));
    expect(await outbound.post({ address: `https://${HOST}/`, headers: {}, body: '' })).toMatchObject({
      fault: 'time',
    });
  });
});
