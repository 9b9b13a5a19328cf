import { EXPORTED_TABLES, type ExportedTable } from '@anupalan/contract/proof/exports';
import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { can } from '@anupalan/domain/permissions';
import { Anchor, Text } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { PageFrame } from '../../ui/pages/page-frame.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PreparedFileRow } from '../prepared-files/prepared-file-row.tsx';
import classes from '../prepared-files/prepared-files.module.css';
import { useExports, useFetchExport } from './calls.ts';
import { ExportButton } from './export-button.tsx';
import { EXPORT_WORDS } from './export-words.ts';

/** Page of the tables that leave as files, and of the caller's long ones (R-exports-2, R-exports-5). */
export function Exports() {
  const makesPacks = can(useActor(), 'packs.make');
  return (
    <PageFrame title="Registers" text="What was to be done and what was done, as a file for Excel or to print.">
      <Panel
        title="Download"
        text={
          makesPacks && (
            <>
              For an inspection, with the evidence,{' '}
              <Anchor component={Link} to="/company/packs" inherit>
                make a pack
              </Anchor>
              .
            </>
          )
        }
      >
        <ul className={classes.list}>
          {EXPORTED_TABLES.map((table) => (
            <TableRow key={table} table={table} />
          ))}
        </ul>
      </Panel>
      <LongExports />
    </PageFrame>
  );
}

function TableRow({ table }: { table: ExportedTable }) {
  const { title, text } = EXPORT_WORDS[table];
  return (
    <li className={classes.choice}>
      <div className={classes.words}>
        <b className={classes.title}>{title}</b>
        <span className={classes.about}>{text}</span>
      </div>
      <ExportButton tables={[table]} aria-label={`Export the ${title.toLowerCase()}`} />
    </li>
  );
}

function LongExports() {
  const { data, isPending, refetch } = useExports();
  const fetching = useFetchExport();
  if (!data) return <LoadingPanel what="exports" failed={!isPending} onRetry={refetch} />;
  if (data.length === 0) return null;
  return (
    <Panel title="Long exports" text="They are made beside your work, and kept for 24 hours.">
      <ul className={classes.list} aria-label="Long exports">
        {data.map((file: PreparedFile) => (
          <PreparedFileRow
            key={file._id}
            file={file}
            title={file.name}
            about={`Asked for on ${formatInstant(file.askedAt)}`}
            fetching={fetching.isPending && fetching.variables === file._id}
            onFetch={() => fetching.mutate(file._id)}
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        You also get a mail when one is ready.
      </Text>
    </Panel>
  );
}
