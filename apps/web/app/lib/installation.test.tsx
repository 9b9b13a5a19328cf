import { INSTALLATION } from '@anupalan/contract/wire/installation';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { listInstallation, readInstallation } from './installation.ts';

test('the browser reads what the server put in the place of the placeholders', () => {
  const built = renderToStaticMarkup(listInstallation(INSTALLATION).map((told) => <meta key={told.name} {...told} />));
  const told = {
    supportEmail: 'help@example.in',
    footerCredit: 'A & B',
    footerCreditUrl: 'https://a.in',
    year: '2031',
  };
  const served = built
    .replace(INSTALLATION.supportEmail, told.supportEmail)
    .replace(INSTALLATION.footerCredit, 'A &#38; B')
    .replace(INSTALLATION.footerCreditUrl, told.footerCreditUrl)
    .replace(INSTALLATION.year, told.year);
  expect(readInstallation(new DOMParser().parseFromString(served, 'text/html'))).toEqual(told);
});
