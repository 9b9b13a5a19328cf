import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonWords } from '@zxcvbn-ts/language-common';
import { dictionary as englishWords, translations } from '@zxcvbn-ts/language-en';
import type { EstimateRequest, PasswordEstimate } from './password-estimate.ts';

/* Worker thread: unpacking the dictionaries takes seconds and an estimate up to 100 ms, which would block typing. */

const estimator = new ZxcvbnFactory({
  dictionary: { ...commonWords, ...englishWords },
  graphs: adjacencyGraphs,
  translations: {
    ...translations,
    warnings: { ...translations.warnings, userInputs: 'Avoid your name, your email and your company.' },
  },
});

self.onmessage = ({ data: { password, personal } }: MessageEvent<EstimateRequest>) => {
  const { score, feedback } = estimator.check(password, [...personal]);
  const estimate: PasswordEstimate = { score, advice: feedback.warning ?? feedback.suggestions[0] ?? null };
  self.postMessage(estimate);
};
