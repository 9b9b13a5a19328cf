import type { Evidence } from '@anupalan/contract/proof/evidence';
import { EVIDENCE_ENDINGS } from '@anupalan/contract/proof/evidence-files';
import { can } from '@anupalan/domain/permissions';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { formatSize } from '../../lib/text/format-size.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { useDownloadEvidence, useSaid } from './calls.ts';
import { DescribeForm } from './describe-form.tsx';
import classes from './evidence.module.css';
import { FileIcon } from './file-icon.tsx';
import type { Versions } from './list-versions.ts';
import { isShown, PDF } from './preview/open-file.ts';
import { RemoveForm } from './remove-form.tsx';
import { describeFacts, describeSame, factsOf } from './said-words.ts';
import { useHandOnFocus } from './uploads/use-hand-on-focus.ts';

const EvidencePreview = lazy(() => import('./preview/evidence-preview.tsx'));

type Props = {
  versions: Versions;
  isRestricted: boolean;
  /** Sends a new version of the file. */
  onRevise: (file: File) => void;
};

/** A file that stands: what it is, who added it and when, what it says, and what can be done with it. */
export function EvidenceLine({ versions: { current, earlier }, isRestricted, onRevise }: Props) {
  const [open, setOpen] = useState<'describe' | 'remove' | 'more' | null>(null);
  const actor = useActor();
  const { name, by } = current;
  const mayAdd = can(actor, 'evidence.add');
  const mayDescribe = can(actor, 'evidence.describe', { userId: by });
  const mayRemove = can(actor, 'evidence.remove', { userId: by, isStaged: false, isRestricted });
  const { line } = useHandOnFocus<HTMLLIElement>();
  const toggle = (what: typeof open) => setOpen(open === what ? null : what);
  function close() {
    // Back to the button that opened the form, before the form goes with the focus in it.
    line.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    setOpen(null);
  }
  return (
    <li ref={line} className={classes.file}>
      <FileIcon name={name} />
      <div className={classes.whole}>
        <span className={classes.name}>{name}</span>
        <About file={current} />
        <Verdict of={current} />
        {current.verdict === 'clean' && <Warnings file={current} />}
        <Group gap={4} mt={6} ml={-9}>
          <FileActions file={current} />
          {mayAdd && (
            <FileButton accept={EVIDENCE_ENDINGS.join(',')} onChange={(file) => file && onRevise(file)}>
              {(button) => (
                <Button {...button} variant="subtle" size="compact-sm" aria-label={`New version of ${name}`}>
                  New version
                </Button>
              )}
            </FileButton>
          )}
          {mayDescribe && (
            <Toggle open={open === 'describe'} name={`Describe ${name}`} onClick={() => toggle('describe')}>
              Describe
            </Toggle>
          )}
          <Toggle open={open === 'more'} name={`Details of ${name}`} onClick={() => toggle('more')}>
            {earlier.length > 0 ? `Version ${earlier.length + 1}` : 'Details'}
          </Toggle>
          {mayRemove && (
            <Toggle open={open === 'remove'} data-removes name={`Remove ${name}`} onClick={() => toggle('remove')}>
              Remove
            </Toggle>
          )}
        </Group>
        {open === 'describe' && <DescribeForm key={current._id} evidence={current} onClose={close} />}
        {open === 'remove' && <RemoveForm key={current._id} evidence={current} onClose={close} />}
        {open === 'more' && <Details file={current} earlier={earlier} />}
      </div>
    </li>
  );
}

type ToggleProps = { open: boolean; name: string; 'data-removes'?: boolean; onClick: () => void; children: string };

function Toggle({ open, name, ...button }: ToggleProps) {
  return <Button variant="subtle" color="gray" size="compact-sm" aria-expanded={open} aria-label={name} {...button} />;
}

/** Size, moment and person of a file, with what was confirmed of it. */
function About({ file }: { file: Evidence }) {
  const facts = describeFacts(factsOf(file));
  return (
    <>
      {facts && <span className={classes.said}>{facts}</span>}
      <span className={classes.about}>
        {formatSize(file.size)} · added {formatInstant(file.at)} by {file.byName ?? 'somebody'}
      </span>
    </>
  );
}

function Verdict({ of: { verdict } }: { of: Evidence }) {
  if (verdict === 'clean') return null;
  return (
    <Text size="sm" role="status" className={verdict === 'infected' ? classes.fault : classes.warning}>
      {verdict === 'infected'
        ? 'A virus was found in it. Nobody can fetch it; please remove it.'
        : 'Being checked for viruses. It can be fetched once that is done.'}
    </Text>
  );
}

/** What of its record a document does not say, and where the very same bytes lie too (R-evidence-10, R-evidence-11). */
function Warnings({ file: { _id: id, mediaType } }: { file: Evidence }) {
  const { data } = useSaid(id, { enabled: mediaType === PDF });
  const words = [...(data?.mismatch ?? []), ...(data?.sameElsewhere ?? []).map((same) => `${describeSame(same)}.`)];
  return words.map((text) => (
    <Text key={text} size="sm" className={classes.warning}>
      {text}
    </Text>
  ));
}

/** What everybody who sees a file may do with it, once it was found clean. */
function FileActions({ file }: { file: Evidence }) {
  const [isOpen, setOpen] = useState(false);
  const save = useDownloadEvidence();
  const { name, mediaType, verdict } = file;
  if (!can(useActor(), 'evidence.fetch') || verdict !== 'clean') return null;
  return (
    <>
      {isShown(mediaType) && (
        <Button variant="subtle" size="compact-sm" aria-label={`Show ${name}`} onClick={() => setOpen(true)}>
          Show
        </Button>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Download ${name}`}
        loading={save.isPending}
        onClick={() => save.mutate(file)}
      >
        Download
      </Button>
      {isOpen && (
        <Suspense>
          <EvidencePreview evidence={file} facts={describeFacts(factsOf(file))} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Details({ file, earlier }: { file: Evidence; earlier: readonly Evidence[] }) {
  return (
    <div className={classes.more}>
      <Hash of={file} />
      {earlier.length > 0 && (
        <ol className={classes.earlier} aria-label={`Earlier versions of ${file.name}`} reversed>
          {earlier.map((one) => (
            <li key={one._id}>
              <span className={classes.name}>{one.name}</span>
              <About file={one} />
              <Hash of={one} />
              <Group gap={4} ml={-9}>
                <FileActions file={one} />
              </Group>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Hash({ of: { sha256 } }: { of: Evidence }) {
  return (
    <span className={classes.about}>
      SHA-256 <code className={classes.hash}>{sha256}</code>
    </span>
  );
}
