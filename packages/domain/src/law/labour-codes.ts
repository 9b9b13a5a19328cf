/** How far a state's rules under a Code are (R-law-10). */
export type CodeStage = 'none' | 'draft' | 'final' | 'in-force' | 'unknown';

/** A labour code: since when it holds, and the acts that it repealed (R-law-10). */
export interface LabourCode {
  readonly name: string;
  /** ISO day. */
  readonly since: string;
  /** The section that repeals the old acts. */
  readonly repealedBy: string;
  readonly oldActs: readonly string[];
}

const SINCE = '2025-11-21';

/**
 * The four Codes by the keys of their acts in the catalogue. The old acts, and the section that repeals each, were read
 * on 23 November 2026:
 * wages https://aggarwalsandassociates.com/what-is-the-impact-of-code-on-wages2019-on-litigation/;
 * industrial relations https://www.thelexsphere.com/view_sections.php?id=277, as the amendment of 2026 words it;
 * social security http://comply4hr.com/showsec.asp?seccode=SSC164;
 * safety https://www.indianconstitution.in/2021/11/section-143-occupational-safety-health.html.
 */
export const LABOUR_CODES: Readonly<Record<string, LabourCode>> = {
  'code-on-wages': {
    name: 'Code on Wages, 2019',
    since: SINCE,
    repealedBy: 'section 69',
    oldActs: [
      'Payment of Wages Act, 1936',
      'Minimum Wages Act, 1948',
      'Payment of Bonus Act, 1965',
      'Equal Remuneration Act, 1976',
    ],
  },
  'code-industrial-relations': {
    name: 'Industrial Relations Code, 2020',
    since: SINCE,
    repealedBy: 'section 104',
    oldActs: [
      'Trade Unions Act, 1926',
      'Industrial Employment (Standing Orders) Act, 1946',
      'Industrial Disputes Act, 1947',
    ],
  },
  'code-social-security': {
    name: 'Code on Social Security, 2020',
    since: SINCE,
    repealedBy: 'section 164',
    oldActs: [
      "Employee's Compensation Act, 1923",
      "Employees' State Insurance Act, 1948",
      "Employees' Provident Funds and Miscellaneous Provisions Act, 1952",
      'Employment Exchanges (Compulsory Notification of Vacancies) Act, 1959',
      'Maternity Benefit Act, 1961',
      'Payment of Gratuity Act, 1972',
      'Cine-Workers Welfare Fund Act, 1981',
      "Building and Other Construction Workers' Welfare Cess Act, 1996",
      "Unorganised Workers' Social Security Act, 2008",
    ],
  },
  'code-osh': {
    name: 'Occupational Safety, Health and Working Conditions Code, 2020',
    since: SINCE,
    repealedBy: 'section 143',
    oldActs: [
      'Factories Act, 1948',
      'Plantations Labour Act, 1951',
      'Mines Act, 1952',
      'Working Journalists and other Newspaper Employees (Conditions of Service) and Miscellaneous Provisions Act, 1955',
      'Working Journalists (Fixation of Rates of Wages) Act, 1958',
      'Motor Transport Workers Act, 1961',
      'Beedi and Cigar Workers (Conditions of Employment) Act, 1966',
      'Contract Labour (Regulation and Abolition) Act, 1970',
      'Sales Promotion Employees (Conditions of Service) Act, 1976',
      'Inter-State Migrant Workmen (Regulation of Employment and Conditions of Service) Act, 1979',
      'Cine-Workers and Cinema Theatre Workers (Regulation of Employment) Act, 1981',
      'Dock Workers (Safety, Health and Welfare) Act, 1986',
      'Building and Other Construction Workers (Regulation of Employment and Conditions of Service) Act, 1996',
    ],
  },
};

/** A stage in a few words. */
export const STAGE_WORDS: Readonly<Record<CodeStage, string>> = {
  none: 'No draft rules',
  draft: 'Draft rules',
  final: 'Final rules, not yet in force',
  'in-force': 'Rules in force',
  unknown: 'Not known',
};

/** What a stage changes for who has people in the state (R-law-10). */
export const STAGE_CHANGES: Readonly<Record<CodeStage, string>> = {
  none: 'The Code holds. The state has published no rules under it: authorities may go on asking for the forms and dates of the old rules.',
  draft:
    'The Code holds. The rules under it are a draft and bind nobody yet: authorities may go on asking for the forms and dates of the old rules.',
  final: 'The Code holds. The rules under it are final: forms and dates change on the day they come into force.',
  'in-force': 'The Code and the rules under it hold: forms and dates are theirs, and those of the old rules are over.',
  unknown: 'The Code holds. How far the rules under it are was not found: ask the authority which forms it wants.',
};
