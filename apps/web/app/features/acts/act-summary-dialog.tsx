import { type Act, NOTHING } from '@anupalan/contract/acts';
import { Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { RichText } from '../../ui/rich-text.tsx';

/** An act's name and description (specification 2, section 2, "Compliance data table"). Undefined is closed. */
export function ActSummaryDialog({ act, onClose }: { act: Act | undefined; onClose: () => void }) {
  const fullScreen = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={act !== undefined}
      onClose={onClose}
      title={act?.name}
      size="lg"
      fullScreen={fullScreen}
      centered={!fullScreen}
      radius={fullScreen ? 0 : 'lg'}
      // Its content goes the moment it closes; there would be nothing to fade out.
      transitionProps={{ exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontSize: 18, fontWeight: 650, lineHeight: '26px', overflowWrap: 'anywhere' } }}
    >
      {act &&
        (isBlank(act.description) ? (
          <Text c="dimmed">No summary has been written for this act yet.</Text>
        ) : (
          <RichText html={act.description} />
        ))}
    </Modal>
  );
}

/** Whether there is nothing to read in it: an empty description may have been saved as a dash. */
function isBlank(html: string): boolean {
  const text = html.replace(/<[^>]*>|&nbsp;/g, '').trim();
  return text === '' || text === NOTHING;
}
