import { Hero } from '../../features/landing/hero.tsx';
import { Solutions } from '../../features/landing/solutions.tsx';
import { DESCRIPTION } from '../../lib/text/page-title.ts';

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
