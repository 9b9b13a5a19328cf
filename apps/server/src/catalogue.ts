import { formatDay } from '@anupalan/domain/calendar-day';
import { findDatabase, openMigrated, runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { type LoadReport, loadCatalogue } from './features/catalogue/commands-load.ts';
import { loadFormats } from './features/catalogue/commands-load-formats.ts';
import { readEdition } from './features/catalogue/edition.ts';
import type { Tally } from './features/catalogue/plan-load.ts';
import { readShippedDocuments } from './features/hr-documents/formats/shipped-documents.ts';
import { openFileStore } from './platform/files/store/open-file-store.ts';

/**
 * `npm run catalogue`: brings the database up to the edition and the HR formats that ship with this version, also while
 * an instance runs (R-catalogue-4, R-hr-documents-9).
 */
await runCommand(async (running) => {
  const edition = await readEdition();
  const database = await openMigrated(running, await findDatabase(running));
  const { fields, acts, items, retired } = await loadCatalogue(database.db, edition);
  const files = await openFileStore(database.db, readConfig(process.env));
  running.defer(async () => files.close());
  const formats = await loadFormats({ db: database.db, files }, await readShippedDocuments());
  const checkedOn = formatDay(Temporal.PlainDate.from(edition.checkedOn));
  process.stdout.write(`Catalogue ${edition.edition}, checked on ${checkedOn}\n`);
  process.stdout.write(`  fields: ${describe(fields)}\n  acts: ${describe(acts)}\n  items: ${describe(items)}\n`);
  process.stdout.write(describeRetired(retired));
  process.stdout.write(`HR formats: ${describe(formats)}\n`);
});

/** What was retired, with the edits of administrators that went with it; nothing where nothing was. */
function describeRetired({ merged, ended, edited }: LoadReport['retired']): string {
  if (merged + ended === 0) return '';
  const titles = edited.map((title) => `    edited by an administrator: ${title}\n`);
  return `  retired: ${merged} merged into others, ${ended} ended\n${titles.join('')}`;
}

function describe({ added, updated, unchanged, edited, deleted }: Tally): string {
  const outcomes = [
    [added, 'added'],
    [updated, 'updated'],
    [unchanged, 'unchanged'],
    [edited, 'left alone (edited by an administrator)'],
    [deleted, 'left out (deleted by an administrator)'],
  ] as const;
  return outcomes.flatMap(([count, outcome]) => (count > 0 ? [`${count} ${outcome}`] : [])).join(', ');
}
