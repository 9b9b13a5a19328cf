import { Button } from '@mantine/core';
import { Link } from '../../lib/company/company-link.tsx';
import { MessagePage } from './message-page.tsx';

export function NotFound() {
  return (
    <MessagePage title="Page not found" text="There is nothing at this address. It may have moved, or been mistyped.">
      <Button component={Link} to="/">
        Go to the home page
      </Button>
    </MessagePage>
  );
}
