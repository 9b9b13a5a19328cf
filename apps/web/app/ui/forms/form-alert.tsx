import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/**
 * Alert above a form that says why the server refused it. The live region is always present, because screen readers
 * only announce what appears in one they know; while empty it takes no room.
 */
export function FormAlert({ title, message }: { title?: string | undefined; message: string | undefined }) {
  return (
    <div role="alert" style={message ? undefined : { position: 'absolute' }}>
      {message && (
        <Alert color="red" variant="light" title={title} icon={<IconAlertCircle size={18} />} role="group">
          {message}
        </Alert>
      )}
    </div>
  );
}
