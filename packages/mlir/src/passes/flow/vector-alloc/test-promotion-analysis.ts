/**
 * Says which results are to be promoted and how: a remark for each. For looking at the analysis alone, as upstream's
 * test pass of the same name.
 */
import { messages } from '@ldscope/core';
import type { Pass } from '../pass.ts';
import { promotionText, promotionTypes } from './promotion-analysis.ts';
import { operationsIn } from '../../rewriter.ts';
import { functionsIn } from '../hints/swizzle-hint.ts';

export const testPromotionAnalysis: Pass = {
  name: 'test-gpu-promotion-analysis',
  summary: 'says which values vector allocation would promote',
  options: {},
  run: ({ module, rewriter, report }) => {
    for (const func of functionsIn(module)) {
      const found = promotionTypes(func, rewriter);
      for (const op of operationsIn(func.regions)) {
        for (const [i, result] of op.results.entries()) {
          const promotion = found.get(result);
          if (promotion === undefined) continue;
          report(messages.opt.promotionOf(i, promotionText(promotion)), op);
        }
      }
    }
  },
};
