import { Loader, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { DrawnFile } from './drawn-file.ts';
import { openFile } from './open-file.ts';
import classes from './preview.module.css';

type Props = {
  file: Blob;
  mediaType: string;
  name: string;
  /** How much wider than the place a page is drawn; 1 fits it. */
  zoom: number;
};

/** Pages of a file, drawn one by one as they come into sight. */
export function PreviewPages({ file, mediaType, name, zoom }: Props) {
  const [opened, setOpened] = useState<DrawnFile | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { ref: place, width } = useElementSize();

  useEffect(() => {
    let isGone = false;
    let held: DrawnFile | null = null;
    openFile(file, mediaType).then(
      (open) => {
        held = open;
        if (isGone) open.close();
        else setOpened(open);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
      held?.close();
      setOpened(null);
      setFailed(false);
    };
  }, [file, mediaType]);

  if (hasFailed) {
    return (
      <Text role="alert" className={classes.words}>
        This file can’t be shown here. Download it to look at it.
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: pages that scroll must be reachable to be scrolled by keys
    <section className={classes.place} aria-label={`Pages of ${name}`} tabIndex={0} data-autofocus>
      <div ref={place} className={classes.measure} />
      {!opened && (
        <div className={classes.words} role="status" aria-label={`Opening ${name}`}>
          <Loader size="sm" />
        </div>
      )}
      {opened &&
        width > 0 &&
        Array.from({ length: opened.pages }, (_, index) => (
          <Page
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={index}
            of={opened}
            number={index + 1}
            name={opened.pages === 1 ? name : `Page ${index + 1} of ${opened.pages} of ${name}`}
            width={Math.floor(width * zoom)}
          />
        ))}
    </section>
  );
}

/** Height by width of a sheet of A4, as which a page is taken until it is known. */
const A4 = Math.SQRT2;

type PageProps = { of: DrawnFile; number: number; name: string; width: number };

/** A page: drawn when it is about to be seen, and given back when it is far away, so that long files fit the memory. */
function Page({ of, number, name, width }: PageProps) {
  const [ratio, setRatio] = useState(A4);
  const [isNear, setNear] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '600px',
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear) return;
    const leaving = new AbortController();
    const canvas = document.createElement('canvas');
    canvas.className = classes.canvas ?? '';
    of.draw(number, canvas, width, leaving.signal).then(
      (drawn) => {
        if (leaving.signal.aborted) return;
        setRatio(drawn);
        box.current?.replaceChildren(canvas);
      },
      () => !leaving.signal.aborted && setFailed(true),
    );
    const place = box.current;
    return () => {
      leaving.abort();
      place?.replaceChildren();
    };
  }, [of, number, width, isNear]);

  return (
    <>
      <div
        ref={box}
        role="img"
        aria-label={name}
        className={classes.page}
        style={{ width, aspectRatio: String(1 / ratio) }}
      />
      {hasFailed && (
        <Text size="sm" c="dimmed" role="alert">
          Page {number} can’t be shown here.
        </Text>
      )}
    </>
  );
}
