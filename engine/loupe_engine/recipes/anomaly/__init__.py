"""Recipe `anomaly`: learnt from pictures of good parts; a score and a heat map for each picture."""
