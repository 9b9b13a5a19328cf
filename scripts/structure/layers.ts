import { eachSource, isTest, type Source } from './sources.ts';

/** The packages and applications, each with those that it may import. */
const PACKAGES = [
  { name: 'domain', folder: 'packages/domain/', mayImport: [] },
  { name: 'contract', folder: 'packages/contract/', mayImport: ['packages/domain/src/'] },
  { name: 'server', folder: 'apps/server/', mayImport: ['packages/domain/src/', 'packages/contract/src/'] },
  {
    name: 'web',
    folder: 'apps/web/',
    // The catalogue is data, from which a public page is made.
    mayImport: ['packages/domain/src/', 'packages/contract/src/', 'catalogue/'],
  },
];

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/app/';

export const SERVER_FEATURES = `${SERVER}features/`;
export const WEB_FEATURES = `${WEB}features/`;

/** The floors of an application, each with those of it, and of the contract, that it may import. */
const FLOORS = [
  { folder: `${SERVER}platform/`, own: [`${SERVER}platform/`], contract: ['packages/contract/src/wire/'] },
  {
    folder: `${SERVER}identity/`,
    own: [`${SERVER}platform/`, `${SERVER}identity/`],
    contract: ['packages/contract/src/'],
  },
  {
    folder: `${SERVER}serve.ts`,
    own: [`${SERVER}platform/`, `${SERVER}identity/`],
    contract: ['packages/contract/src/wire/'],
  },
  {
    folder: SERVER_FEATURES,
    own: ['platform/', 'identity/', 'features/', 'serve.ts', 'services.ts', 'config.ts'].map((part) => SERVER + part),
    contract: ['packages/contract/src/'],
  },
  { folder: `${WEB}lib/`, own: [`${WEB}lib/`], contract: ['packages/contract/src/'] },
  { folder: `${WEB}ui/`, own: [`${WEB}ui/`, `${WEB}lib/`], contract: ['packages/contract/src/wire/'] },
  {
    folder: WEB_FEATURES,
    own: [`${WEB}ui/`, `${WEB}lib/`, WEB_FEATURES],
    contract: ['packages/contract/src/'],
  },
  {
    folder: `${WEB}shell/`,
    own: [`${WEB}ui/`, `${WEB}lib/`, WEB_FEATURES, `${WEB}shell/`],
    contract: ['packages/contract/src/'],
  },
];

/** Kinds of files that a feature of the server keeps to itself. */
const SERVER_PRIVATE = /^(.+\/)?(routes|present|emails|jobs|statements)(-[a-z0-9-]+)?\.ts$/;

/** Dependencies point one way; only tests of the server may import any file. */
export const checkLayers = eachSource((source) =>
  source.imports.flatMap((imported) => [
    ...checkPackage(source, imported),
    ...checkFloor(source, imported),
    ...checkFeatureFiles(source, imported),
  ]),
);

function checkPackage({ file }: Source, imported: string): string[] {
  const layer = PACKAGES.find(({ folder }) => file.startsWith(folder));
  if (!layer || imported.startsWith(layer.folder)) return [];
  if (layer.mayImport.some((folder) => imported.startsWith(folder))) return [];
  return [`${layer.name} must not import ${imported}`];
}

function checkFloor({ file }: Source, imported: string): string[] {
  const floor = FLOORS.find(({ folder }) => file.startsWith(folder));
  if (!floor || isTest(file)) return [];
  const isOwn = imported.startsWith(SERVER) || imported.startsWith(WEB);
  const allowed = isOwn ? floor.own : imported.startsWith('packages/contract/') ? floor.contract : [imported];
  return allowed.some((folder) => imported.startsWith(folder)) ? [] : [`${floor.folder} must not import ${imported}`];
}

function checkFeatureFiles({ file }: Source, imported: string): string[] {
  if (!file.startsWith(SERVER_FEATURES) || !imported.startsWith(SERVER_FEATURES) || isTest(file)) return [];
  const [own] = file.slice(SERVER_FEATURES.length).split('/');
  const [other, ...rest] = imported.slice(SERVER_FEATURES.length).split('/');
  if (own === other || !SERVER_PRIVATE.test(rest.join('/'))) return [];
  return [`routes, present, emails, jobs and statements are their feature's own: not ${imported}`];
}

/** A route is a recipe: no SQL and no transaction in it. */
export const checkRecipes = eachSource(({ file, text }) => {
  if (!file.startsWith(SERVER_FEATURES) || isTest(file) || !/\/routes(-[a-z0-9-]+)?\.ts$/.test(file)) return [];
  return [
    ...(/from 'kysely'/.test(text) ? ['a route imports no kysely'] : []),
    ...(/\b(transaction|startTransaction|changeAnnounced)\(/.test(text)
      ? ['a route opens no transaction: the command does']
      : []),
  ];
});
