/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  askAboutTool,
  askToolConsent
} from "./chunk-chunk-53WTWB2O.js";
import "./chunk-chunk-E2CWTNPY.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";
export {
  askAboutTool,
  askToolConsent
};
