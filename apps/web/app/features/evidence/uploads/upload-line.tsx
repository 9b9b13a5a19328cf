import { ActionIcon, Button, Progress, Text, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { formatSize } from '../../../lib/text/format-size.ts';
import classes from '../evidence.module.css';
import { FileIcon } from '../file-icon.tsx';
import { isShown } from '../preview/open-file.ts';
import { describeSame } from '../said-words.ts';
import { useHandOnFocus } from './use-hand-on-focus.ts';
import type { EvidenceUpload, Uploads } from './use-uploads.ts';

const LocalPreview = lazy(() => import('../preview/local-preview.tsx'));

type Props = {
  upload: EvidenceUpload;
  uploads: Pick<Uploads, 'retry' | 'remove'>;
  /** Whether what stands below says where the same bytes lie too. */
  isSameTold?: boolean;
  /** What is known of the file once it has arrived. */
  children?: ReactNode;
};

/** A file on its way: how far it is, what is wrong with it and what can be done, also without a mouse or in words. */
export function UploadLine({ upload, uploads, isSameTold = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { line, hold } = useHandOnFocus<HTMLLIElement>();
  const { key, file, state } = upload;
  const [same] = state === 'done' && !isSameTold ? upload.answer.sameFile : [];
  return (
    <li ref={line} className={classes.file} data-fault={state === 'failed' || undefined}>
      <FileIcon name={file.name} />
      <div className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.about}>
          {file.size > 0 && formatSize(file.size)}
          <span>{describeState(upload)}</span>
        </span>
        <News>{`${file.name}: ${describeNews(upload)}`}</News>
      </div>
      <div className={classes.actions}>
        {state === 'failed' && upload.canRetry && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Try again: ${file.name}`}
            onClick={() => {
              hold();
              uploads.retry(key);
            }}
          >
            Try again
          </Button>
        )}
        {state === 'done' && isShown(upload.answer.mediaType) && (
          <Button variant="subtle" size="compact-sm" aria-label={`Show ${file.name}`} onClick={() => setOpen(true)}>
            Show
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          data-removes
          title="Remove"
          aria-label={`Remove ${file.name}`}
          onClick={() => uploads.remove(key)}
        >
          <IconX size={17} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.below}>
        {state === 'sending' && (
          <Progress
            size="sm"
            mt={4}
            value={upload.percent}
            animated={upload.percent === 100}
            aria-label={`Sending ${file.name}`}
          />
        )}
        {state === 'failed' && (
          <Text size="sm" role="alert" className={classes.fault}>
            {upload.message}
          </Text>
        )}
        {same && (
          <Text size="sm" role="alert" className={classes.warning}>
            {describeSame(same)}.
          </Text>
        )}
        {children}
      </div>
      {isOpen && state === 'done' && (
        <Suspense>
          <LocalPreview file={file} mediaType={upload.answer.mediaType} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** Tells those who listen what became of a file. It stands empty first, since what comes with its words is not read out. */
function News({ children }: { children: string }) {
  const [told, setTold] = useState('');
  useEffect(() => setTold(children), [children]);
  return <VisuallyHidden role="status">{told}</VisuallyHidden>;
}

/** State in words that change when something happens, and not with each percent; what failed is an alert of its own. */
function describeNews(upload: EvidenceUpload): string {
  switch (upload.state) {
    case 'queued':
      return 'waits to be sent';
    case 'sending':
      return upload.percent < 100 ? 'is being sent' : 'is being looked at';
    case 'interrupted':
      return 'the connection was lost, it is sent again';
    case 'failed':
      return 'was not sent';
    case 'done':
      return 'has arrived';
  }
}

function describeState(upload: EvidenceUpload): string {
  switch (upload.state) {
    case 'queued':
      return ' · waiting';
    case 'sending':
      return upload.percent < 100 ? ` · ${Math.floor(upload.percent)} %` : ' · being looked at';
    case 'interrupted':
      return ' · the connection was lost, it is sent again';
    default:
      return '';
  }
}
