import type { PreparedFile } from '@anupalan/contract/proof/prepared-files';
import { Button, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeFile, percentOf } from './describe-file.ts';
import classes from './prepared-files.module.css';

type Props = {
  file: PreparedFile;
  title: ReactNode;
  /** What it was asked for. */
  about: string;
  /** Whether its address is just asked for. */
  fetching: boolean;
  onFetch: () => void;
};

/** File that is being made, ready or failed (R-exports-5, R-packs-6). */
export function PreparedFileRow({ file, title, about, fetching, onFetch }: Props) {
  const percent = percentOf(file);
  const isUnderWay = file.state === 'waiting' || file.state === 'making';
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <b className={classes.title}>{title}</b>
        <span className={classes.about}>{about}</span>
      </div>
      <div className={classes.state} data-state={file.state}>
        <Text size="sm" component="span" aria-live="polite">
          {describeFile(file)}
        </Text>
        {isUnderWay && (
          <Progress
            value={percent ?? 100}
            animated={percent === null}
            size="sm"
            radius="xl"
            aria-label={`How far ${file.name} is`}
          />
        )}
      </div>
      {file.state === 'ready' && (
        <Button
          variant="default"
          className={classes.action}
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          loading={fetching}
          onClick={onFetch}
          aria-label={`Download ${file.name}`}
        >
          Download
        </Button>
      )}
    </li>
  );
}
