import { Button, List, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { browserStorage } from '../../lib/remembered.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { IconDisc } from '../../ui/icon-disc.tsx';
import classes from './hiring-popup.module.css';
import { schedulePopup } from './popup-schedule.ts';

const JOB_POSTING = '/recruitment/job-posting';

/** Claims of the job posting page, in short (R-enquiries-6). */
const CLAIMS = [
  '1000+ qualified candidates',
  '24hr response time',
  '90% success rate',
  'No upfront cost',
  'Pay only when you hire',
];

/** Selector of elements that somebody may be typing in, or that lie over the page. */
const FORM = 'form, input, textarea, select, [contenteditable="true"]';
const OVER_THE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Popup that invites employers to post a job (R-enquiries-13); it waits while somebody is typing. */
export default function HiringPopup() {
  const [opened, setOpened] = useState(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // A popup still open an hour later counts as shown again.
  const isHindered = useEffectEvent(() => !opened && (pathname === JOB_POSTING || isSomebodyBusy()));
  useEffect(
    () => schedulePopup({ storage: browserStorage, isHindered: () => isHindered(), show: () => setOpened(true) }),
    [],
  );
  const close = () => setOpened(false);
  const accept = () => {
    close();
    navigate(JOB_POSTING);
  };
  return (
    <Dialog title="Looking to hire?" opened={opened} onClose={close} size={440} small>
      <div className={classes.content}>
        <Text c="dimmed">Reach our talent pool with one job posting.</Text>
        <List
          spacing={10}
          center
          icon={
            <IconDisc size={22}>
              <IconCheck size={14} stroke={2.5} aria-hidden />
            </IconDisc>
          }
        >
          {CLAIMS.map((claim) => (
            <List.Item key={claim}>{claim}</List.Item>
          ))}
        </List>
        <Button size="md" fullWidth onClick={accept} data-autofocus>
          Post Your Job Opening
        </Button>
      </div>
    </Dialog>
  );
}

function isSomebodyBusy(): boolean {
  const { activeElement } = document;
  return activeElement?.closest(FORM) != null || document.querySelector(OVER_THE_PAGE) !== null;
}
