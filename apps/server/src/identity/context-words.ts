/**
 * The words that somebody who attacks this product tries first (R-accounts-44): a password may have them, but not be
 * made of them. `docs/topics/passwords.md` lists them.
 */
export const CONTEXT_WORDS: readonly string[] = `
  anupalan अनुपालन compliance compliances compliant comply statutory statute labour labor
  payroll salary salaries wage wages bonus gratuity pension provident insurance leave attendance
  factory factories establishment licence license register return returns challan audit inspector
  tax taxes tds gst epf epfo esi esic posh
  human resource resources hrms employee employees employer employment staff worker workers
  company office business department manager director owner founder private limited pvt ltd
  admin administrator root superuser user username guest account login signin signup
  password passwd passcode passphrase pass pwd secret secure security access system server default
  changeme letmein welcome hello test testing demo temp qwerty
  india indian bharat hindustan
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec
  spring summer monsoon rainy autumn winter diwali deepavali holi
  monday tuesday wednesday thursday friday saturday sunday today year month
`
  .trim()
  .split(/\s+/);
