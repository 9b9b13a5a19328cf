import type { Law } from './format.ts';

const WAGES = 'Code on Wages, 2019';
const SAFETY = 'Occupational Safety, Health and Working Conditions Code, 2020';
const SECURITY = 'Code on Social Security, 2020';
const RELATIONS = 'Industrial Relations Code, 2020';
const POSH = 'Sexual Harassment of Women at Workplace (Prevention, Prohibition and Redressal) Act, 2013';
const POSH_RULES = 'Sexual Harassment of Women at Workplace (Prevention, Prohibition and Redressal) Rules, 2013';

/** Writes a law in the order in which it is read out: act, section, what it asks for, and where that was read. */
function law(act: string, section: string, asks: string, source: string): Law {
  return { act, section, asks, source };
}

/** The laws that formats name, each with the sections that ask for them. */
export const LAWS = {
  letter: law(
    SAFETY,
    'section 6(1)(f)',
    'every employer issues a letter of appointment to every employee on appointment.',
    'https://www.indianconstitution.in/2021/11/section-6-occupational-safety-health.html',
  ),
  fixedTerm: law(
    RELATIONS,
    'section 2(o)',
    'fixed-term employment rests on a written contract, with the hours, wages and benefits of permanent workers.',
    'https://swayam.one/post/fixed-term-employment-under-the-labour-codes',
  ),
  standingOrders: law(
    RELATIONS,
    'chapter IV (standing orders)',
    'an establishment of 300 or more workers states how employment ends and which certificate a leaver gets.',
    'https://thelegalquotient.com/?p=5498',
  ),
  experience: law(
    SAFETY,
    'section 56',
    'a contractor gives contract labour, on demand, a certificate of experience with details of the work done.',
    'https://www.slideshare.net/slideshow/the-occupational-safety-health-and-working-conditions-code-2020-part-iv/240728023',
  ),
  wageRecords: law(
    WAGES,
    'section 50(1)',
    'every employer keeps a register of persons employed, muster roll, wages and other details.',
    'https://snappar.com/laws/code-wages-2019/50',
  ),
  wageSlip: law(
    WAGES,
    'section 50(3)',
    'every employer issues wage slips to the employees.',
    'https://snappar.com/laws/code-wages-2019/50',
  ),
  finalWages: law(
    WAGES,
    'section 17(2)',
    'wages of a person who leaves or is removed are paid within two working days.',
    'https://sooperkanoon.com/act/498673/the-code-on-wages-section-17',
  ),
  overtimeWages: law(
    WAGES,
    'section 14',
    'work beyond a normal working day is paid at not less than twice the normal rate of wages.',
    'https://www.aaptaxlaw.com/code-on-wages-2019/section-14-wages-for-overtime-work-section-15-mode-of-payment-code-on-wages-2019.html',
  ),
  fines: law(
    WAGES,
    'section 19',
    'fines and what they bring in are recorded in a register.',
    'https://actsofindia.in/section-details/?sectionid=51631&title=Fines.',
  ),
  deductions: law(
    WAGES,
    'sections 18 to 24',
    'only listed deductions may be made, each within its limit.',
    'https://www.advocatekhoj.com/library/bareacts/codeonwages/index.php?Title=Code%20on%20Wages,%202019',
  ),
  bonus: law(
    WAGES,
    'sections 26 to 39',
    'establishments with 20 or more employees pay a yearly bonus and can show how it was reckoned.',
    'https://www.advocatekhoj.com/library/bareacts/codeonwages/index.php?Title=Code%20on%20Wages,%202019',
  ),
  registers: law(
    SAFETY,
    'section 33(a)',
    'every employer keeps registers of work, hours, weekly rest, wages, leave, overtime and attendance.',
    'http://comply4hr.com/showsec.asp?seccode=OSC33',
  ),
  leave: law(
    SAFETY,
    'section 32',
    'a worker who worked 180 days or more in a year earns leave with wages, one day for every 20 days of work.',
    'https://simpliance.in/blog/?p=915',
  ),
  accident: law(
    SAFETY,
    'section 10',
    'notice is given of an accident that causes death or keeps a person from work for 48 hours or more.',
    'https://www.taxtmi.com/acts?id=52970',
  ),
  contractors: law(
    SAFETY,
    'sections 45 to 58',
    'contract labour is engaged through licensed contractors, and the principal employer answers for its wages.',
    'https://www.indianconstitution.in/2021/11/section-47-occupational-safety-health.html',
  ),
  securityRecords: law(
    SECURITY,
    'section 123',
    'every employer keeps records of persons employed, their work, wages and deductions.',
    'https://www.indianconstitution.in/2021/10/section-123-code-on-social-security-2020.html',
  ),
  gratuity: law(
    SECURITY,
    'sections 53 and 56',
    'gratuity is worked out as soon as it is payable, and paid within 30 days.',
    'https://www.taxtmi.com/tmi_blog_details?id=877748',
  ),
  gratuityNomination: law(
    SECURITY,
    'section 55',
    'an employee who has completed one year of service names who receives the gratuity on death.',
    'https://snappar.com/laws/code-social-security-act-2020/55',
  ),
  provident: law(
    SECURITY,
    "section 15 and the Employees' Provident Fund, Pension and Deposit-Linked Insurance Schemes, 2026",
    'a member names who receives provident fund, pension and insurance on death.',
    'https://livelinpro.com/is-nomination-mandatory-in-epf-account-for-withdrawal-or-death-claim',
  ),
  maternity: law(
    SECURITY,
    'section 62',
    'a woman gives notice of the leave, and the employer permits the absence and pays the benefit in time.',
    'https://www.taxtmi.com/rss_feed_blog?id=877763',
  ),
  holidays: law(
    'Industrial Establishments (National and Festival Holidays) Act of your state',
    'the section on the yearly list',
    'in states with such a law the employer fixes, displays and files the holidays of the coming year.',
    'catalogue/acts.json: national-festival-holidays-acts',
  ),
  weeklyRest: law(
    SAFETY,
    'section 26',
    'workers have a weekly holiday; where one is worked, a compensatory holiday follows.',
    'https://cupdf.com/document/the-occupational-safety-health-and-working-hours-of-work-and-annual-leave-with.html',
  ),
  poshDuties: law(
    POSH,
    'section 19',
    'every employer provides a safe workplace, displays the consequences and names the committee.',
    'http://www.mondaq.com/india/discrimination-disability-sexual-harassment/1203388/the-annual-report-under-sexual-harassment',
  ),
  poshCommittee: law(
    POSH,
    'section 4',
    'an employer of ten or more persons sets up an Internal Committee by order in writing at each office.',
    'https://www.normsmanagement.com/blog/?p=102',
  ),
  poshInquiry: law(
    POSH,
    'sections 9 to 16',
    'complaints are taken, inquired into and decided within set times, and kept confidential.',
    'https://www.apnilaw.com/acts/what-happens-after-a-posh-complaint-inquiry-and-punishment-explained-sections-11-14',
  ),
  poshInquiryRule: law(
    POSH_RULES,
    'rule 7',
    'the manner of an inquiry: copies, answer, hearing, quorum.',
    'http://comply4hr.com/showsec.asp?seccode=SHWWR7',
  ),
  poshReport: law(
    POSH,
    'sections 21 and 22',
    'the committee reports once a calendar year to the employer and the District Officer.',
    'https://poshequili.com/faqs-related-to-annual-report-of-the-internal-committee',
  ),
  poshReportRule: law(
    POSH_RULES,
    'rule 14',
    'what the yearly report says.',
    'https://posh.metisindia.com/draft-annual-report-format/',
  ),
} satisfies Record<string, Law>;
