import { Button, CopyButton, Tabs, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Panel } from '../../ui/panel.tsx';
import classes from './assistants.module.css';
import { listSetUps } from './set-ups.ts';

/** Section that says how an assistant is connected, by an API token (R-tokens-9). */
export default function Assistants() {
  const setUps = listSetUps(`${window.location.origin}/api/mcp`);
  return (
    <Panel
      title="Assistants"
      text="Ask Claude or Cursor what is overdue, what late costs or what changed, and let them record it for you. They sign in with an API token: create one above that only reads, unless they shall record."
    >
      <Tabs defaultValue={setUps[0]?.key ?? null}>
        <Tabs.List aria-label="Your assistant">
          {setUps.map(({ key, name }) => (
            <Tabs.Tab key={key} value={key}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {setUps.map(({ key, steps, text }) => (
          <Tabs.Panel key={key} value={key} pt="md">
            <Text size="sm">{steps}</Text>
            <pre className={classes.text}>{text}</pre>
            <CopyButton value={text} timeout={2_000}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  size="xs"
                  leftSection={copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        Assistants that ask for a sign-in by OAuth, such as claude.ai in the browser, can't be connected yet. What an
        assistant reads goes to whoever runs it.
      </Text>
    </Panel>
  );
}
