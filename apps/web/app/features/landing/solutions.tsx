import { Text, Title } from '@mantine/core';
import { IconChecklist, IconScale, IconShieldCheck } from '@tabler/icons-react';
import { IconDisc } from '../../ui/icon-disc.tsx';
import classes from './solutions.module.css';

const SOLUTIONS = [
  {
    title: 'Regulatory Compliance',
    text: 'Stay up-to-date with changing regulations and meet all compliance requirements',
    Icon: IconScale,
  },
  { title: 'Risk Management', text: 'Identify, assess and mitigate compliance risks', Icon: IconShieldCheck },
  {
    title: 'Audit Management',
    text: 'Streamline audits with automated documentation and reporting',
    Icon: IconChecklist,
  },
];

export function Solutions() {
  return (
    <section className={classes.section}>
      <Title order={2} ta="center">
        Our Compliance Solutions
      </Title>
      <div className={classes.cards}>
        {SOLUTIONS.map(({ title, text, Icon }) => (
          <article key={title} className={classes.card}>
            <IconDisc size={44} square>
              <Icon size={24} stroke={1.7} />
            </IconDisc>
            <Title order={3} size="h4" mt="lg">
              {title}
            </Title>
            <Text c="dimmed" mt={6}>
              {text}
            </Text>
          </article>
        ))}
      </div>
    </section>
  );
}
