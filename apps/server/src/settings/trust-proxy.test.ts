import { expect, test } from 'vitest';
import { post } from '../../test/accounts.ts';
import { startTestApp } from '../../test/harness.ts';

test('behind the one proxy of TRUST_PROXY=true, who forges X-Forwarded-For is held to the limit of one address', async () => {
  const server = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  const knock = (claims: string) => {
    const options = { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': `${claims}203.0.113.7` } };
    return post(server, '/auth/login', {}, options);
  };
  const answers: number[] = [];
  for (let call = 0; call < 130; call++) {
    answers.push((await knock(call % 2 ? `198.51.100.${call}, ` : `8.8.8.${call}, 10.0.0.1, `)).statusCode);
  }
  expect(answers).toEqual([...Array(100).fill(400), ...Array(30).fill(429)]);
  await server.close();
});
