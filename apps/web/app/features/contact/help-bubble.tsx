import { ActionIcon, Button, Group, Popover, Text } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { useNavigate } from 'react-router';
import classes from './help-bubble.module.css';
import { changeHelp, HELP_AT_REST, repeatHint } from './help-hint.ts';

/** Help bubble over every page (R-pages-21). Its hint takes no focus. */
export default function HelpBubble() {
  const [{ hint, panel }, tell] = useReducer(changeHelp, HELP_AT_REST);
  const navigate = useNavigate();
  useEffect(() => repeatHint(tell), []);
  const close = () => tell('closed');
  const accept = () => {
    close();
    navigate('/contact');
  };
  return (
    <div className={classes.bubble}>
      {/* Hidden from screen readers: it would interrupt them every minute, and the button says the same. */}
      {hint && (
        <div className={classes.hint} aria-hidden="true">
          Need any help?
        </div>
      )}
      <Popover
        opened={panel}
        onChange={(opened) => tell(opened ? 'opened' : 'closed')}
        position="top-end"
        floatingStrategy="fixed"
        width={260}
        zIndex={160}
        shadow="lg"
        radius="lg"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <ActionIcon
            size={52}
            radius="xl"
            aria-label="Help"
            className={classes.button}
            onClick={() => tell(panel ? 'closed' : 'opened')}
          >
            <IconMessageQuestion size={26} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown p="md">
          <Text fw={650}>Seeking Advice?</Text>
          <Group mt="sm" grow>
            <Button onClick={accept}>Yes</Button>
            <Button variant="default" onClick={close}>
              No
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
