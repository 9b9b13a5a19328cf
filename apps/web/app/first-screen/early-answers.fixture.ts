import { makeMember, makeUser } from '../../test/people.ts';
import { makeAct, makeItem } from '../features/compliance-items/items.fixture.ts';
import { ASKED } from './read-answers.ts';

export const ID = '01990000-0000-7000-8000-00000000000';
export const ACT = makeAct(`${ID}1`, 'Code on Wages, 2019');
const FIELD = { _id: `${ID}2`, name: 'Form', description: '', accessLevel: 'premium', order: 1, type: 'text' };
const ITEMS = [
  makeItem({ _id: `${ID}3`, actId: ACT._id, title: 'Pay the wages', recorded: { '2026-10-15': 'done' } }),
  makeItem({ _id: `${ID}4`, actId: ACT._id, title: 'File the return', values: { [FIELD._id]: link() } }),
];
export const COMPANY = {
  ...{ _id: `${ID}5`, companyName: 'Kulkarni Textiles', employeeCount: 900, companyPhone: '9876543210' },
  ...{ companyEmail: 'office@kulkarni.in', designation: 'Owner', industry: 'Textiles', companyWebsite: '' },
  ...{ city: 'Kochi', state: 'Kerala', additionalStates: [], country: 'India' },
};
export const WHO = { user: makeUser('Asha'), member: makeMember() };
const ANSWERS = {
  profile: WHO,
  items: ITEMS,
  fields: [{ ...FIELD, isFreeUser: false, isPremiumUser: true, required: true, ...noted() }],
  acts: [ACT],
  company: { company: COMPANY },
};

function link() {
  return { text: 'https://www.example.in/form', isLink: true };
}

function noted() {
  return { createdAt: ACT.createdAt, updatedAt: ACT.updatedAt, createdBy: null };
}

/** The page as its own script asked, with these answers in place of the usual ones. */
export function ask(others: Record<string, unknown> = {}, status = 200) {
  const given: Record<string, unknown> = { ...ANSWERS, ...others };
  const answers = Object.entries(ASKED).map(
    ([name, address]) =>
      [
        address,
        Promise.resolve({ status, tag: null, text: JSON.stringify({ status: 'success', data: given[name] }) }),
      ] as const,
  );
  globalThis.earlyAnswers = { token: 'asha', company: '', byAddress: new Map(answers) };
}

/** An early answer that never comes. */
export function stall(name: keyof typeof ASKED) {
  globalThis.earlyAnswers?.byAddress.set(ASKED[name], new Promise(() => {}));
}
