/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeToolBench
} from "./chunk-chunk-ZCUM4F3F.js";
import "./chunk-chunk-2ZHY3H7D.js";
import "./chunk-chunk-Y5O5YSWD.js";
import "./chunk-chunk-5SD2KC4A.js";
import "./chunk-chunk-IHGEZULJ.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-XO3DSS5A.js";
import "./chunk-chunk-ENXDUZF6.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-UZDOBSHM.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-RIX6DGCV.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-W3YI32LA.js";
import "./chunk-chunk-OMIXSY6H.js";
import "./chunk-chunk-UBWOWBGO.js";
import "./chunk-chunk-QRHHLME7.js";
import "./chunk-chunk-4TTLCSFA.js";
import "./chunk-chunk-FUERR5PH.js";
import "./chunk-chunk-UJV7JAAV.js";
import "./chunk-chunk-6YIDDJLF.js";
import "./chunk-chunk-BUTJVY3T.js";
import "./chunk-chunk-M5T2KOSM.js";
import "./chunk-chunk-E2BWGAIM.js";
export {
  makeToolBench
};
