import { Hero } from '../ui/hero.tsx';
import { Solutions } from '../ui/solutions.tsx';

const DESCRIPTION = 'Every payroll and labour-law obligation of an employer in India, with its due date, in view.';

export const meta = () => [
  { title: 'Anupalan · Simplify Your Compliance Management' },
  { name: 'description', content: DESCRIPTION },
];

export default function Home() {
  return (
    <>
      <Hero />
      <Solutions />
    </>
  );
}
