import { createContext, useContext } from 'react';
import type { Colleagues } from './colleagues.ts';

export const ColleaguesOfCompany = createContext<Colleagues | null>(null);

/** The people of the tab's company; null for who is alone in it, and until they have come. */
export function useColleagues(): Colleagues | null {
  return useContext(ColleaguesOfCompany);
}
