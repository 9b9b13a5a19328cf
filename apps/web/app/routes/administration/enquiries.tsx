import { SegmentedControl, Tabs } from '@mantine/core';
import { ContactMessages } from '../../features/contact/contact-messages.tsx';
import { readEnquiryListState, toEnquiryFilter } from '../../features/enquiries/enquiry-list-state.ts';
import { JobPostings } from '../../features/job-postings/job-postings.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import { useAddressState } from '../../lib/use-address-state.ts';
import { PageFrame } from '../../ui/pages/page-frame.tsx';

export const meta = () => pageTitle('Enquiries');

const CHOICES = [
  { value: 'open', label: 'Open' },
  { value: 'handled', label: 'Handled' },
  { value: 'all', label: 'All' },
] as const;

/** Enquiries of visitors (R-enquiries-12), to which the mails to support link. */
export default function Enquiries() {
  const [state, change] = useAddressState(readEnquiryListState);
  const filter = toEnquiryFilter(state);
  const toPage = (page: number, options?: { replace: boolean }) => change({ page }, options);
  return (
    <PageFrame title="Enquiries" text="Contact messages and job postings, and whether somebody saw to them.">
      <Tabs
        value={state.tab ?? 'messages'}
        onChange={(tab) => change({ tab: tab === 'job-postings' ? tab : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="messages">Messages</Tabs.Tab>
          <Tabs.Tab value="job-postings">Job postings</Tabs.Tab>
        </Tabs.List>
        <SegmentedControl
          mb="md"
          aria-label="Which enquiries"
          data={[...CHOICES]}
          value={state.status ?? 'open'}
          onChange={(status) => change({ status: status === 'open' ? undefined : status })}
        />
        <Tabs.Panel value="messages">
          <ContactMessages filter={filter} onPage={toPage} />
        </Tabs.Panel>
        <Tabs.Panel value="job-postings">
          <JobPostings filter={filter} onPage={toPage} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  );
}
