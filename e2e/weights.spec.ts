import { readBudgets } from '../bench/web/budgets.ts';
import { weighPage } from '../bench/web/page-weight.ts';
import { addPerson } from './api.ts';
import { expect, test } from './journey.ts';
import { makePerson } from './people.ts';

for (const { name, address, shown, signedIn, budget } of readBudgets()) {
  test(`${name} keeps to its budget of bytes and requests`, async ({ page, server }) => {
    if (signedIn) {
      const { token } = await addPerson(server, makePerson());
      await page.addInitScript((given) => localStorage.setItem('token', given), token);
    }
    const weight = await weighPage(page, server.url + address, shown);
    console.log(name, JSON.stringify(weight));
    for (const [kind, limit] of budget) {
      expect(weight[kind].bytes, `bytes of ${kind}`).toBeLessThanOrEqual(limit.bytes);
      expect(weight[kind].requests, `requests of ${kind}`).toBeLessThanOrEqual(limit.requests);
    }
  });
}
