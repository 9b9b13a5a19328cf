import type { Mail } from '@anupalan/contract/mailbox';
import { Anchor, Tabs, Text, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { formatInstant } from '../../lib/time/dates.ts';
import classes from './mail-view.module.css';

function Attachment({ attachment: { name, mediaType, base64 } }: { attachment: NonNullable<Mail['attachment']> }) {
  return (
    <Anchor size="sm" href={`data:${mediaType};base64,${base64}`} download={name}>
      <IconPaperclip size={14} aria-hidden /> {name}
    </Anchor>
  );
}

/** Mail as its recipient sees it. The frame runs no scripts, and its links open in another tab. */
export function MailView({ mail }: { mail: Mail }) {
  return (
    <article className={classes.view} aria-label={mail.subject}>
      <header className={classes.header}>
        <Title order={2} size="h4">
          {mail.subject}
        </Title>
        <Text size="sm" c="dimmed">
          To {mail.to} · {formatInstant(mail.sentAt)}
        </Text>
        {mail.attachment && <Attachment attachment={mail.attachment} />}
      </header>
      <Tabs defaultValue="html" keepMounted={false} className={classes.tabs}>
        <Tabs.List px="md">
          <Tabs.Tab value="html">Message</Tabs.Tab>
          <Tabs.Tab value="text">Plain text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html" className={classes.panel}>
          <iframe
            title={`Message: ${mail.subject}`}
            className={classes.frame}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={`<base target="_blank">${mail.html}`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="text" className={classes.panel}>
          <pre className={classes.text}>{mail.text}</pre>
        </Tabs.Panel>
      </Tabs>
    </article>
  );
}
