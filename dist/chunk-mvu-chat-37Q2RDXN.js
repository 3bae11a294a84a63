/*! Narrative Agent, MIT licence. Built from src/ by `npm run build`. */
import {
  makeMvuChat
} from "./chunk-chunk-W76UK7QJ.js";
import "./chunk-chunk-UCUWRUCS.js";
import "./chunk-chunk-27EIXC5I.js";
import "./chunk-chunk-HLIDK6WY.js";
import "./chunk-chunk-NOXGUHJZ.js";
import "./chunk-chunk-YTK4B242.js";
import "./chunk-chunk-RN45VB7U.js";
import "./chunk-chunk-WCZGWCNY.js";
import "./chunk-chunk-QVWJH3VZ.js";
import "./chunk-chunk-XOLMVN5G.js";
import "./chunk-chunk-REXRDUCW.js";
import "./chunk-chunk-WP6GTI2E.js";
import "./chunk-chunk-GRDW3UNR.js";
import "./chunk-chunk-VCW5XSGG.js";
import "./chunk-chunk-YRI47BRS.js";
import "./chunk-chunk-K5CV7OZR.js";
import "./chunk-chunk-CJOOAXHJ.js";
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
  makeMvuChat
};
