import type { JobPosting } from '@anupalan/contract/job-postings';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatSize } from '../../lib/text/format-size.ts';
import { formatInstant } from '../../lib/time/dates.ts';
import { Facts } from '../../ui/lists/facts.tsx';
import { useDownloadJobPostingFile } from './calls.ts';

/** Job posting by the sections of the form, with its files. */
export function JobPostingDetails({ posting }: { posting: JobPosting }) {
  return (
    <>
      <Facts
        title="Job Details"
        facts={[
          ['Description', posting.jobDescription],
          ['Location', posting.location],
          ['Salary range', posting.salaryRange],
          ['Additional perks', posting.additionalPerks],
        ]}
      />
      <Facts
        title="Requirements"
        facts={[
          ['Experience', posting.requiredExperience],
          ['Qualification', posting.qualification],
          ['Skills', posting.specificSkills],
          ['Additional requirements', posting.additionalRequirements],
        ]}
      />
      <Facts
        title="Work Schedule"
        facts={[
          ['Job timings', posting.jobTimings],
          ['Weeks offs', posting.weeksOffs],
          ['Joining timeline', posting.joiningTimeline],
        ]}
      />
      <Facts
        title="Company & Contact Information"
        facts={[
          ['Company', posting.companyProfile],
          ['Name', posting.contactName],
          ['Email', posting.contactEmail],
          ['Phone', posting.contactPhone],
          ['Received', formatInstant(posting.createdAt)],
          ['Handled', posting.handledAt ? formatInstant(posting.handledAt) : ''],
        ]}
      />
      <Files posting={posting} />
    </>
  );
}

function Files({ posting: { _id: postingId, files } }: { posting: JobPosting }) {
  const download = useDownloadJobPostingFile();
  const downloading = download.isPending ? download.variables.fileId : null;
  return (
    <Facts title="Files" facts={[]}>
      {files.length === 0 && <Text c="dimmed">No files came with it.</Text>}
      <Group gap="xs">
        {files.map(({ _id: fileId, fileName, fileSize }) => (
          <Button
            key={fileId}
            variant="default"
            maw="100%"
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
            aria-label={`Download ${fileName} (${formatSize(fileSize)})`}
            loading={downloading === fileId}
            onClick={() => download.mutate({ postingId, fileId, fileName })}
          >
            {fileName} ({formatSize(fileSize)})
          </Button>
        ))}
      </Group>
    </Facts>
  );
}
