import { Button } from '@mantine/core';
import { MessagePage } from './message-page.tsx';

/** Page for an error (R-pages-5). Its links load a new document, whatever state this one is in. */
export function SomethingWrong() {
  return (
    <MessagePage title="Something went wrong" text="This page could not be shown. What you have recorded is safe.">
      <Button onClick={() => window.location.reload()}>Try again</Button>
      <Button component="a" href="/" variant="default">
        Go to the home page
      </Button>
    </MessagePage>
  );
}
