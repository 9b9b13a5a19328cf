import { Progress } from '@mantine/core';

/** Progress of an upload. @param percent sent, from 0 to 100; the server's part comes after that */
export function UploadProgress({ percent }: { percent: number }) {
  return <Progress value={percent} animated={percent === 100} aria-label="Upload progress" />;
}
