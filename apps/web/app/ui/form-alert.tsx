import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/**
 * The box above a form that says why the server refused it. The live region is always there, because screen readers
 * only announce what appears inside one they already know; empty it takes no room among the fields.
 */
export function FormAlert({ title, message }: { title?: string | undefined; message: string | undefined }) {
  return (
    <div role="alert" style={message ? undefined : { position: 'absolute' }}>
      {message && (
        <Alert color="red" variant="light" title={title} icon={<IconAlertCircle size={18} />} role="presentation">
          {message}
        </Alert>
      )}
    </div>
  );
}
