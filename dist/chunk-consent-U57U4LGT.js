/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  codeHashOf,
  consentFor,
  consentQuestion,
  hashOfCode,
  mayRunCode,
  needsConsent
} from "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";
export {
  codeHashOf,
  consentFor,
  consentQuestion,
  hashOfCode,
  mayRunCode,
  needsConsent
};
