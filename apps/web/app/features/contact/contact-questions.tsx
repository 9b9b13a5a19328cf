import { Text, Title } from '@mantine/core';
import classes from './contact-questions.module.css';

const QUESTIONS = [
  {
    question: 'How quickly will I get an answer?',
    answer:
      'We aim to answer every message within 24 business hours. What reaches us in the evening, on Saturday afternoon or on Sunday is read first thing on the next working day.',
  },
  {
    question: 'Do premium users get priority support?',
    answer: 'Yes. Premium users get priority support: their messages are answered before all others.',
  },
  {
    question: 'How do I change or cancel my plan?',
    answer:
      'Write to us with the subject "Plan Change Request" and say which plan you would like. What you recorded stays yours, whatever the plan.',
  },
  {
    question: 'Can I get a refund?',
    answer:
      'A monthly plan is refunded in full within 14 days of your first subscription. The refund policy has the rest, and we answer every request within 2 business days.',
  },
];

export function ContactQuestions() {
  return (
    <section aria-labelledby="questions" className={classes.section}>
      <Title order={2} size="h3" id="questions">
        Frequently Asked Questions
      </Title>
      <div className={classes.questions}>
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <Title order={3} size="h5">
              {question}
            </Title>
            <Text c="dimmed" mt={4}>
              {answer}
            </Text>
          </div>
        ))}
      </div>
    </section>
  );
}
