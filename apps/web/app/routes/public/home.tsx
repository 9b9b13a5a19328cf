import { Hero } from '../../features/landing/hero.tsx';
import { Solutions } from '../../features/landing/solutions.tsx';

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
