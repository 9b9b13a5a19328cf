import { INSTALLATION, type Installation } from '@anupalan/contract/wire/installation';
import { readToday } from './time/read-today.ts';

const NAMES = ['supportEmail', 'footerCredit', 'footerCreditUrl', 'year'] as const;

/** What `npm run dev` shows, whose pages come from no server of ours. */
const IN_DEVELOPMENT: Installation = {
  supportEmail: 'support@localhost',
  footerCredit: 'Built with Mantine',
  footerCreditUrl: 'https://mantine.dev',
  year: readToday().slice(0, 4),
};

/** The elements of a page's head that the server tells this installation by, as name and content. */
export function listInstallation(told: Installation): { name: string; content: string }[] {
  return NAMES.map((name) => ({ name: `installation:${name}`, content: told[name] }));
}

/** What the server told in a page's head. Before a page is served, the placeholders stand in its text instead. */
export function readInstallation(page: ParentNode): Installation {
  const read = (name: keyof Installation) =>
    page.querySelector(`meta[name="installation:${name}"]`)?.getAttribute('content') ?? '';
  return {
    supportEmail: read('supportEmail'),
    footerCredit: read('footerCredit'),
    footerCreditUrl: read('footerCreditUrl'),
    year: read('year'),
  };
}

/** This installation, the same in the page as served and in the browser that takes it over. */
export const installation: Installation = import.meta.env.DEV
  ? IN_DEVELOPMENT
  : typeof document === 'undefined'
    ? INSTALLATION
    : readInstallation(document);
