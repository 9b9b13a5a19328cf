import { Button, Stack, Text } from '@mantine/core';
import { formatInstant } from '../../lib/time/dates.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PreparedFileRow } from '../prepared-files/prepared-file-row.tsx';
import classes from '../prepared-files/prepared-files.module.css';
import { isUnderWay } from '../prepared-files/under-way.ts';
import { useCompanyFiles, useFetchCompanyFile, useMakeCompanyFile } from './calls.ts';

/** Part of the page from which the company leaves (R-company-files-1). */
export function TakeOut() {
  const { data, isPending, refetch } = useCompanyFiles();
  const making = useMakeCompanyFile();
  const fetching = useFetchCompanyFile();
  if (!data) return <LoadingPanel what="files of the company" failed={!isPending} onRetry={refetch} />;
  const underWay = data.some(isUnderWay);
  return (
    <Panel
      title="Take the company’s data out"
      text="Profile, obligations, records with their times and authors, events, evidence and the sealed activity, in one ZIP."
      action={
        <Button onClick={() => making.mutate()} loading={making.isPending} disabled={underWay}>
          Make the file
        </Button>
      }
    >
      {data.length === 0 ? (
        <Stack gap={4}>
          <Text size="sm">
            The file is made beside your work, and a mail tells when it is ready. If your sign-in is a while ago, you
            are asked for your password first.
          </Text>
          <Text size="sm" c="dimmed">
            It has the names and addresses of the people of the company, but no passwords, tokens or secrets. Keep it as
            you keep your books.
          </Text>
        </Stack>
      ) : (
        <ul className={classes.list} aria-label="Files of the company">
          {data.map((file) => (
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
      )}
    </Panel>
  );
}
