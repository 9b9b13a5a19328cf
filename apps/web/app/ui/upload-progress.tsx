import { Progress } from '@mantine/core';

/** How much of a form with files has been sent. @param percent from 0 to 100; the rest is the server's. */
export function UploadProgress({ percent }: { percent: number }) {
  return <Progress value={percent} animated={percent === 100} aria-label="Upload progress" />;
}
